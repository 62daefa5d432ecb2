import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { TestService } from '#tests/support/service.ts'

let service: TestService
let folder: string

beforeAll(async () => {
  service = await TestService.start()
  folder = join(service.folder, 'helpers')
})
afterAll(() => service.close())

const helpers = async () => (await service.client().call(systemVersionGet, null)).helpers
const get = (path: string) => fetch(`${service.url}/user/helper/${path}`)

test('a helper that packaging has put into the folder is named with its size, and saved as it is; without one there is no link to follow', async () => {
  expect(await helpers()).toEqual([])
  expect((await get('sightline-helper.exe')).status).toBe(404)
  await mkdir(folder)
  await writeFile(join(folder, 'sightline-helper.exe'), 'MZ, and so on')
  expect(await helpers()).toEqual([{ kind: 'other', bytes: 13 }])
  const saved = await get('sightline-helper.exe')
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'content-length': '13',
    'x-content-type-options': 'nosniff',
  })
  expect(await saved.text()).toBe('MZ, and so on')
  await writeFile(join(folder, 'sightline-helper.pkg'), 'xar!')
  expect(await helpers()).toEqual([
    { kind: 'mac', bytes: 4 },
    { kind: 'other', bytes: 13 },
  ])
})

test('nothing else of the folder, and nothing outside of it, is served', async () => {
  await writeFile(join(folder, 'signing.key'), 'secret')
  for (const path of ['signing.key', '', '..%2fdemo.json', '%2e%2e/demo.json', 'sightline-helper.exe/x']) {
    const answer = await get(path)
    expect(answer.status, path).not.toBe(200)
    expect(await answer.text(), path).not.toContain('secret')
  }
  await rm(folder, { recursive: true })
  expect(await helpers()).toEqual([])
})
