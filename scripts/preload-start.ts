import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { root } from './root.ts'

const MAIN = join(root, 'src', 'main.tsx')

/**
 * Lets the page ask for everything that `src/main.tsx` is made of as soon as it is read. Else its first script would find the next, and that one
 * the one after. Style sheets are fetched only: the loader puts them in, and hears when one fails.
 */
export function preloadStart(): Plugin {
  let base = '/'
  return {
    name: 'preload-start',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const main = chunks.find(({ facadeModuleId }) => facadeModuleId === MAIN)
        if (main === undefined) throw new Error(`No chunk begins with ${MAIN}.`)
        const files = withImports(main, chunks)
        const scripts = files.map(({ fileName }): HtmlTagDescriptor => link({ rel: 'modulepreload', href: base + fileName }))
        const styles = files
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          .map((fileName) => link({ rel: 'preload', as: 'style', href: base + fileName }))
        return [...scripts, ...styles].filter(({ attrs }) => !html.includes(`"${String(attrs?.['href'])}"`))
      },
    },
  }
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}

function withImports(first: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const names = new Set([first.fileName])
  for (const name of names) for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported)
  return chunks.filter(({ fileName }) => names.has(fileName))
}
