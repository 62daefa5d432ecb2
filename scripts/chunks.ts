import { join } from 'node:path'
import { root } from './root.ts'

/** The graph of modules, as the bundler tells it. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}
interface Group {
  debugName: string
  priority: number
  minShareCount?: number
  name(id: string, graph: Graph): string | null
}

const from = (path: string) => join(root, path)
const LIBRARY = /[\\/]node_modules[\\/]/
/** The kit: a library in our tokens, beside which `controls/` has light parts of ours that the first pages need. */
const kit = [
  from('src/ui/theme/mantine'),
  ...['button', 'checkbox', 'combo-box', 'day-input', 'number-input', 'password-input', 'select', 'text-input', 'textarea'].map((name) =>
    from(`src/ui/controls/${name}.tsx`),
  ),
]
/** The router's plugin makes a module of its own out of a page's component, named by this query. */
const COMPONENT = '?tsr-split=component'
/** The same where the page's loader comes with it. */
const PAGE = '?tsr-split=component---loader'

/**
 * The chunks of the first pages, the earliest first. A module belongs to the first one that needs it. Every file costs a start without a
 * network some milliseconds, in the page and in the service worker, however small it is: these are few. `start` is what each page needs
 * (its libraries apart, which stay the same over many releases), `sign-in` the page before all others, `frame` what everybody who is signed
 * in sees and what makes alarms known to them, `live` the wall.
 * Of the rest, what several pages share is in two chunks, `parts` with the libraries of forms and `pages`; what one alone imports stays with it.
 */
const firstPages = {
  boot: [from('src/boot.ts')],
  start: [from('src/main.tsx')],
  'sign-in': [from(`src/routes/login.tsx${COMPONENT}`)],
  frame: [from(`src/routes/_home.tsx${COMPONENT}`)],
  live: [from(`src/routes/_home/live.tsx${PAGE}`)],
}

/** All that is loaded with these modules: what they import, and what that imports, but not what is imported later. */
function reach(entries: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>(entries)
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** The groups for the bundler's `codeSplitting`. Throws when a page's module is not found, so that a renamed one is noticed. */
export function chunkGroups(): Group[] {
  const shared: Group = {
    debugName: 'shared',
    priority: 0,
    minShareCount: 2,
    name: (id) => (LIBRARY.test(id) || kit.some((path) => id.startsWith(path)) ? 'parts' : 'pages'),
  }
  const first = Object.entries(firstPages).map(([name, entries], index, all): Group => {
    let modules: ReadonlySet<string> | undefined
    return {
      debugName: name,
      priority: all.length - index,
      name: (id, graph) => {
        modules ??= reach(entries, graph)
        if (!modules.has(id)) return null
        return name === 'start' && LIBRARY.test(id) ? 'libraries' : name
      },
    }
  })
  return [...first, shared]
}
