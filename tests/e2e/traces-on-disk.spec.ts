import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { mergeTests, type Page } from '@playwright/test'
import { findInProfile } from '#tests/support/profile-search/find-in-profile.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expect } from './support/expect.ts'
import { test as netTest } from './support/net.ts'
import { type Profile, profileTest } from './support/profile.ts'
import { expectLive, openCamera, signIn } from './support/test.ts'

const test = mergeTests(netTest, profileTest)

/** Words that stand nowhere else on a machine. */
const somebody = {
  loginName: 'zaphodine.quux',
  email: 'quux@magrathea-mail.example',
  alias: 'Zaphodine Quux-Beeblebrox',
  phone: '+4915551234242',
}
const personal = [...Object.values(somebody), 'Gate 1 – entry', 'Shop recorder']
/** Written in pieces before it is written as a whole, so that what compresses finds it in the pieces and not a second time in the clear. */
const WORDS = 'Magrathean-Quuxbeeble-Tricia'
const PIECES = Array.from(WORDS, (_, index) => WORDS.slice(index, index + 6)).join('|')
/** Of this much LevelDB begins to write its compressed files. */
const ENOUGH_BYTES = 6_000_000

/** The administrator of the demonstration is this person from now on. Answers with the way back. */
function renameAdministrator(stack: Stack): () => void {
  const file = join(stack.dataFolder, 'demo.json')
  const told = readFileSync(file, 'utf8')
  const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { timeout: 5_000 })
  const row = db.prepare("select id, login_name, email, alias, phone from user where login_name = 'admin'").get()
  const { id = '', login_name: loginName = '', email = '', alias = '', phone = '' } = row as Record<string, string>
  const write = db.prepare('update user set login_name = ?, email = ?, alias = ?, phone = ? where id = ?')
  write.run(somebody.loginName, somebody.email, somebody.alias, somebody.phone, id)
  writeFileSync(file, told.replace('"loginName": "admin"', `"loginName": "${somebody.loginName}"`))
  return () => {
    write.run(loginName, email, alias, phone, id)
    db.close()
    writeFileSync(file, told)
  }
}

/**
 * Has the browser remember no form entries and offer to keep no passwords. What it remembers so is no doing of the app, which names the
 * fields for password managers and people who need help with forms; whoever looks after a shared computer switches it off.
 */
async function rememberNoForms(profile: Profile): Promise<Page> {
  await profile.close()
  const file = join(profile.folder, 'Default', 'Preferences')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { autofill?: object }
  const autofill = { ...kept.autofill, enabled: false, profile_enabled: false }
  writeFileSync(file, JSON.stringify({ ...kept, autofill, credentials_enable_service: false }))
  return profile.restart()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/user\/login/)
}

test('a session outlives the browser, sealed; after signing out nothing personal is left but the language', { tag: '@deep' }, async ({
  net,
  profile,
}) => {
  test.slow()
  const { stack, proxy, port } = net
  const nameBack = renameAdministrator(stack)
  const page = await rememberNoForms(profile)
  await signIn(page, stack, { port })
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  for (const path of ['/device/index', '/alerts', '/account']) await page.goto(stack.address(path, port))
  await expect(page.getByLabel('Display name')).toHaveValue(somebody.alias)
  await page.getByRole('link', { name: 'Video' }).click()
  await expect(page.getByRole('treeitem', { name: /Gate 1 – entry/ })).toBeVisible()
  expect(proxy.tokens.size).toBeGreaterThan(0)
  await profile.close()
  expect(findInProfile(profile.folder, [...proxy.tokens, ...personal])).toEqual([])

  const again = await profile.restart()
  await again.goto(stack.address('/account', port))
  await expect(again.getByLabel('Display name')).toHaveValue(somebody.alias)
  await signOut(again)
  await again.getByRole('button', { name: '简体中文' }).click()
  await expect(again.getByRole('button', { name: '登录' })).toBeVisible()
  await profile.close()
  expect(findInProfile(profile.folder, [...proxy.tokens, ...personal])).toEqual([])
  expect(findInProfile(profile.folder, ['zh-CN'])).not.toEqual([])

  const later = await profile.restart()
  await later.goto(stack.address('/account', port))
  await expect(later.getByRole('button', { name: '登录' })).toBeVisible()
  nameBack()
})

/** What a careless app would leave in every place that the browser has. */
async function leaveTraces(page: Page): Promise<void> {
  await page.evaluate(
    async ([words, pieces, enough]) => {
      const text = pieces + words
      localStorage.setItem('trace', text)
      await (await caches.open('traces')).put('/trace', new Response(text))
      const open = indexedDB.open('traces')
      open.onupgradeneeded = () => open.result.createObjectStore('traces')
      await new Promise((resolve) => (open.onsuccess = resolve))
      const transaction = open.result.transaction('traces', 'readwrite')
      for (let count = 0; count < 50; count += 1) transaction.objectStore('traces').put(text, `text ${count}`)
      for (let bytes = 0; bytes < enough; bytes += 40_000) {
        transaction.objectStore('traces').put(crypto.getRandomValues(new Uint8Array(40_000)), `noise ${bytes}`)
      }
      transaction.objectStore('traces').put({ text, filler: 'x'.repeat(20_000) }, 'compressed value')
      await new Promise((resolve) => (transaction.oncomplete = resolve))
      await (await fetch('/answer')).text()
    },
    [WORDS, PIECES, ENOUGH_BYTES] as const,
  )
}

test('what is looked for would be found: in databases, caches and answers, also where they are compressed', { tag: '@deep' }, async ({
  profile,
}) => {
  const answer = brotliCompressSync(PIECES + WORDS)
  const server = createServer(({ url }, response) => {
    if (url !== '/answer') response.setHeader('content-type', 'text/html').end('<title>Traces</title>')
    else response.setHeader('content-encoding', 'br').setHeader('cache-control', 'max-age=3600').end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await profile.page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  await leaveTraces(profile.page)
  await profile.close()
  server.close()
  const found = findInProfile(profile.folder, [WORDS])
  for (const place of [/Local Storage.*\.log$/, /IndexedDB.*\.log$/, /IndexedDB.*\.ldb$/, /CacheStorage/, /Cache_Data/]) {
    expect(
      found.filter((line) => place.test(line)),
      String(place),
    ).not.toEqual([])
  }
  // And not without undoing what compressed it.
  for (const line of found.filter((one) => /\.ldb$|Cache_Data/.test(one))) {
    expect(readFileSync(join(profile.folder, line.replace(`${WORDS} in `, ''))).includes(WORDS), line).toBe(false)
  }
})
