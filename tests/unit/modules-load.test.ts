import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// A schema that is derived wrongly (fields left out of one that has checks) throws when its module is loaded, which takes down every page that
// imports it: types and lint can't see it, and the service may never load what only pages do.
const modules = globSync('{contract,shared,src,workers}/**/*.{ts,tsx}')
  .filter((file) => readFileSync(file, 'utf8').includes(" from 'zod"))
  .toSorted()

/** Stands in for whatever a module touches of the browser while it is loaded: anything that is called, made or read of it is again this. */
const anything: unknown = new Proxy(Object, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'http://127.0.0.1/' : anything),
  apply: () => anything,
  construct: () => anything as object,
})

beforeAll(() => {
  for (const name of ['document', 'window', 'matchMedia', 'addEventListener']) vi.stubGlobal(name, anything)
  vi.stubGlobal('location', new URL('http://127.0.0.1/'))
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('every schema of the contract, of the workers and of the forms can be made', async () => {
  expect(modules.length).toBeGreaterThan(300)
  const broken: string[] = []
  for (const file of modules)
    await import(/* @vite-ignore */ `../../${file}`).catch((error: unknown) => broken.push(`${file}: ${String(error)}`))
  expect(broken).toEqual([])
})
