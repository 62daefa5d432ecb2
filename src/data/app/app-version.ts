import { queryOptions } from '@tanstack/react-query'
import { build } from '../core/core-worker.ts'
import { lookForUpdate } from './service-worker.ts'

/** The version of this client, and the mark of its build; the mark is missing while developing. */
export const appVersion: { version: string; build: string | undefined } = {
  version: String(import.meta.env['VITE_VERSION']),
  build: /-([\w-]{8})\.js$/.exec(build)?.[1],
}

/** Looks for a newer version of the client, each time the page that shows it opens. */
export const appUpdateQuery = queryOptions({ queryKey: ['app-update'], queryFn: lookForUpdate, staleTime: 0, gcTime: 0 })
