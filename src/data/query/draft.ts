import { askCore } from '../core/core.ts'

/**
 * What was typed in a form, under the form's name: it survives a reload, a crash and a worker that was replaced. It is kept on this machine,
 * sealed, until it is dropped.
 */
export function draftOf(name: string) {
  return {
    get: () => askCore('getDraft', name),
    // At once: without SharedWorker, what a page that goes tells the core is lost with it.
    put: (values?: Record<string, string>) => askCore('putDraft', name, values),
  }
}
