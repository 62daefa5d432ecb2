import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const tree = readFileSync(join(import.meta.dirname, '../../../src/routeTree.gen.ts'), 'utf8')
const routes = [...tree.matchAll(/\.update\(\{\s*id: '([^']+)',\s*(?:path: '([^']+)',\s*)?getParentRoute: \(\) => (\w+)/g)]

/** Addresses that are no pages, and lead to one. */
const leadsOn: ReadonlySet<string> = new Set(['/home', '/settings', '/settings/alarmrules'])

/** Paths of all pages in the frame of those who are signed in; of what one page shows none is named. */
export const homePaths = routes
  .flatMap(([, , path, parent]) =>
    parent === 'HomeRoute' && path !== undefined ? [path.replace(/\/$/, '').replaceAll(/\$\w+/g, 'none')] : [],
  )
  .filter((path) => !leadsOn.has(path))

/** Identifiers of the routes beside it. */
export const otherRoutes = routes.flatMap(([, id = '', , parent]) => (parent === 'rootRouteImport' ? [id] : []))
