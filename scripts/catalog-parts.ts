import { join, relative } from 'node:path'
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { root } from './root.ts'

interface Message {
  message?: string
  translation?: string
  /** Files that say it. */
  origin?: [string, number?][]
}

const PART = /\.po\?(first|wall|rest|visitor)$/
type PartName = 'first' | 'wall' | 'rest' | 'visitor'
/** What is said on the sign-in page, and by what every page is made of: not by the time line, single events, filters, imports, orders, schedules, drawings, the licence guard and changes that are left, which no first page has. */
const FIRST =
  /^src\/(?:features\/(?:sign-in|frame)|ui|data|lib|routes)\/(?!map\/|time-line\/|event\/|filters\/|import\/|proof\/|order\/|licence\/|player\/|drawing\/|archive\/|schedule\/|form\/leave-changes\.)|^src\/[\w-]+\.tsx?$/
const OF_WALL = /^src\/features\/(?:live|ptz)\//
/** What opens on the wall as it does on other pages (`tests/unit/catalog-parts.test.ts` finds what is missing here). */
const ON_BOTH = /^src\/(?:(?:features\/(?:downloads|alarm-call|live\/tree)|ui\/time-line|ui\/player)\/|ui\/event\/past-picture\.)/

/** What the page of a share is made of, which is a build of its own (`tests/unit/catalog-parts.test.ts` finds what is missing here). */
const OF_VISITOR = /^src\/(?:visitor\/|ui\/(?:(?:player|controls|proof|text)\/|page\/language-switch\.|notice\/say-no-sound\.))/

/** In which parts of the catalogs the message is that these files say. Paths from the project's folder. */
export function partsOf(files: readonly string[]): PartName[] {
  const isOfVisitor = files.some((file) => OF_VISITOR.test(file))
  return [...partsOfApp(files.filter((file) => !file.startsWith('src/visitor/'))), ...(isOfVisitor ? (['visitor'] as const) : [])]
}

function partsOfApp(files: readonly string[]): PartName[] {
  if (files.length === 0) return []
  if (files.some((file) => FIRST.test(file))) return ['first']
  const isOnWall = files.some((file) => OF_WALL.test(file) || ON_BOTH.test(file))
  const isElsewhere = files.some((file) => !OF_WALL.test(file) || ON_BOTH.test(file))
  return [...(isOnWall ? (['wall'] as const) : []), ...(isElsewhere ? (['rest'] as const) : [])]
}

/**
 * Compiles the catalogs in parts: `en-US.po?first` holds the messages of the sign-in page, `en-US.po?wall` those of the live wall besides,
 * `en-US.po?rest` those of all other pages. `en-US.po?visitor` is what the page of a share says, which loads none of the others. A catalog grows with the app; what people load before they see a camera does not have to.
 */
export function catalogParts(): Plugin {
  const config = getConfig({ cwd: root })
  return {
    name: 'catalog-parts',
    load: {
      filter: { id: PART },
      async handler(id) {
        const part = PART.exec(id)?.[1] as PartName
        const file = id.slice(0, id.lastIndexOf('?'))
        const found = getCatalogForFile(relative(root, file), await getCatalogs(config))
        if (found === null) throw new Error(`${file} is none of the catalogs of lingui.config.ts.`)
        this.addWatchFile(file)
        const { locale, catalog } = found
        const known = Object.entries(((await catalog.read(locale)) ?? {}) as Record<string, Message>)
        const chosen = known.filter(([, { origin = [] }]) => partsOf(origin.map(([from]) => from)).includes(part))
        const texts = Object.fromEntries(chosen.map(([key, { translation, message = key }]) => [key, translation || message]))
        const { source, errors } = createCompiledCatalog(locale, texts, { namespace: 'es' })
        if (errors.length > 0) throw new Error(`${join('locales', locale)}.po: ${errors.map(String).join('\n')}`)
        return { code: source, moduleType: 'js' }
      },
    },
  }
}
