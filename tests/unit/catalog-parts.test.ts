import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readImports } from '#tests/support/imports.ts'
import { partsOf } from '../../scripts/catalog-parts.ts'

/** What is on every page once somebody is signed in. */
const FRAME = 'src/routes/_home.tsx'
const imports = readImports(true)

/** All that can be opened from this file on, with what is loaded when it is wanted. */
function reach(files: readonly string[]): Set<string> {
  const reached = new Set(files)
  for (const file of reached) for (const next of imports.get(file) ?? []) if (next.startsWith('src/')) reached.add(next)
  return reached
}

const speaks = (file: string) => /from '@lingui\/(?:core|react)\/macro'/.test(readFileSync(file, 'utf8'))

/** The routes name every page: no page is reached by way of them. */
for (const file of imports.keys()) if (/^src\/(?:main\.tsx|router\.ts|routeTree\.gen\.ts)$/.test(file)) imports.set(file, [])

const pages = [...imports.keys()].filter((file) => /^src\/routes\/_home\/.*\.tsx$/.test(file))
const isOfWall = (file: string) => /\/live(?:_\.window)?\.tsx$/.test(file)

test('whatever opens on the wall finds its words there', () => {
  const opened = reach([FRAME, ...pages.filter(isOfWall)])
  expect([...opened].filter((file) => file.startsWith('src/features/live/')).length).toBeGreaterThan(50)
  expect([...opened].filter((file) => speaks(file) && partsOf([file]).every((part) => part === 'rest'))).toEqual([])
})

test('whatever the page of a share is made of finds its words there', () => {
  const opened = reach(['src/visitor/main.tsx'])
  expect([...opened].filter((file) => file.startsWith('src/ui/')).length).toBeGreaterThan(20)
  expect([...opened].filter((file) => speaks(file) && !partsOf([file]).includes('visitor'))).toEqual([])
})

test('whatever opens on any other page finds its words there', () => {
  const opened = reach([FRAME, ...pages.filter((file) => !isOfWall(file))])
  expect([...opened].filter((file) => file.startsWith('src/features/')).length).toBeGreaterThan(100)
  expect([...opened].filter((file) => speaks(file) && partsOf([file]).every((part) => part === 'wall'))).toEqual([])
})
