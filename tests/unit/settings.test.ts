import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings, settingTable } from '#contract/settings.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the README tells every setting with its default and meaning', () => {
  const rows = [...readme.matchAll(/^\| `(SIGHTLINE_\w+)` \| (?:`([^`]*)`)? ?\| (.+) \|$/gm)].map(([, name, value = '', meaning]) => ({
    name,
    value,
    meaning,
  }))
  const table = Object.entries(settingTable).map(([name, setting]) => ({ name, value: setting.default, meaning: setting.meaning }))
  expect(rows).toEqual(table)
})

test('a setting that cannot be used is refused with its name and what it should be', () => {
  expect(() => readSettings({ SIGHTLINE_PORT: '99999' })).toThrow(
    'SIGHTLINE_PORT is "99999", but it should be a port number from 1 to 65535.',
  )
  expect(() => readSettings({ SIGHTLINE_ORIGINS: 'https://a.example/path' })).toThrow('SIGHTLINE_ORIGINS')
  expect(() => readSettings({ SIGHTLINE_LOG: 'loud' })).toThrow('SIGHTLINE_LOG')
})

test('the address of a mail server is not repeated when it is refused, for it may hold a password', () => {
  expect(() => readSettings({ SIGHTLINE_SMTP_URL: 'http://user:hunter2@mail.example' })).toThrow('SIGHTLINE_SMTP_URL cannot be used, but')
  expect(() => readSettings({ SIGHTLINE_MAIL_FROM: 'nobody' })).toThrow('SIGHTLINE_MAIL_FROM is "nobody", but')
  const smtpUrl = 'smtps://user:hunter2@mail.example:465'
  expect(readSettings({ SIGHTLINE_SMTP_URL: smtpUrl, SIGHTLINE_MAIL_FROM: 'Video <video@mail.example>' })).toMatchObject({
    smtpUrl,
    mailFrom: 'Video <video@mail.example>',
  })
})

test('the address of tiles has a place for each of their numbers', () => {
  const mapTilesUrl = 'https://tiles.example.org/{z}/{x}/{y}.png'
  expect(readSettings({ SIGHTLINE_MAP_TILES_URL: mapTilesUrl })).toMatchObject({ mapTilesUrl })
  for (const url of ['https://tiles.example.org/{z}/{x}.png', 'tiles/{z}/{x}/{y}', 'https://{z}.example.org/{x}/{y}'])
    expect(() => readSettings({ SIGHTLINE_MAP_TILES_URL: url })).toThrow('SIGHTLINE_MAP_TILES_URL')
})

test('tiles name whom they are from: as somebody says, else by the hosts of OpenStreetMap', () => {
  const attributionOf = (url: string, said?: string) =>
    readSettings({ SIGHTLINE_MAP_TILES_URL: url, SIGHTLINE_MAP_TILES_ATTRIBUTION: said }).mapTilesAttribution
  for (const host of ['tile.openstreetmap.org', 'openstreetmap.org:443', 'a.tile.openstreetmap.fr', 'TILE.OpenStreetMap.de'])
    expect(attributionOf(`https://${host}/{z}/{x}/{y}.png`)).toBe('© OpenStreetMap contributors')
  for (const host of ['tiles.example.org', 'tile-openstreetmap.org', 'openstreetmap.org.example.com', 'notopenstreetmap.org'])
    expect(attributionOf(`https://${host}/openstreetmap.org/{z}/{x}/{y}.png`)).toBe('')
  expect(attributionOf('https://tile.openstreetmap.org/{z}/{x}/{y}.png', '© 地图 & Sons <i>')).toBe('© 地图 & Sons <i>')
  expect(readSettings({}).mapTilesAttribution).toBe('')
  for (const said of ['two\nlines', 'x'.repeat(201)])
    expect(() => attributionOf('https://tiles.example.org/{z}/{x}/{y}.png', said)).toThrow('SIGHTLINE_MAP_TILES_ATTRIBUTION')
})

test('the address of a database names the database, and is not repeated when it is refused', () => {
  for (const url of [
    'postgres://video:hunter2@db.example',
    'mysql://video:hunter2@db.example/video',
    'postgres://video:hunter2@db.example:x/video',
  ]) {
    const refusal =
      /^SIGHTLINE_DATABASE_URL cannot be used, but it should be the address of a database, such as postgres:\/\/user:password@db\.example\.org:5432\/sightline\.$/
    expect(() => readSettings({ SIGHTLINE_DATABASE_URL: url })).toThrow(refusal)
  }
  for (const databaseUrl of ['postgres://video:hunter2@db.example:5432/video', 'postgresql://video@[::1]/video?sslmode=verify-full']) {
    expect(readSettings({ SIGHTLINE_DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
  }
})

test('the address of a bucket names key, secret and bucket, and is not repeated when it is refused', () => {
  for (const url of [
    'https://s3.example/bucket',
    'https://key:hunter2@s3.example',
    'https://key:hunt/er2@s3.example/bucket',
    'https://key:hunter2@s3.example/bucket?acl=public',
    's3://key:hunter2@s3.example/bucket',
  ]) {
    expect(() => readSettings({ SIGHTLINE_OBJECTS_URL: url })).toThrow(
      /^SIGHTLINE_OBJECTS_URL cannot be used, but it should be the address of/,
    )
  }
  for (const objectsUrl of ['http://key:hunter2@127.0.0.1:9000/video', 'https://key:hunt%2Fer2@s3.example/video?region=eu-central-1']) {
    expect(readSettings({ SIGHTLINE_OBJECTS_URL: objectsUrl })).toMatchObject({ objectsUrl })
  }
})

test('proxies are addresses or networks, and nothing else is believed', () => {
  const good = '127.0.0.1,10.0.0.0/8,::1,fd00::/8'
  expect(readSettings({ SIGHTLINE_TRUSTED_PROXIES: good }).trustedProxies).toEqual(good.split(','))
  for (const bad of ['*', 'true', 'proxy.example', '10.0.0.0/33', '300.1.1.1', '::/129', '10.0.0.1,', '1.2.3.4/8/8']) {
    expect(() => readSettings({ SIGHTLINE_TRUSTED_PROXIES: bad }), bad).toThrow('SIGHTLINE_TRUSTED_PROXIES')
  }
})

test('the key of secrets has the length of its cipher, and is not repeated when it is refused', () => {
  const secretsKey = 'a1'.repeat(32)
  expect(readSettings({ SIGHTLINE_SECRETS_KEY: secretsKey }).secretsKey).toBe(secretsKey)
  expect(() => readSettings({ SIGHTLINE_SECRETS_KEY: 'hunter2hunter2' })).toThrow(/^SIGHTLINE_SECRETS_KEY cannot be used, but/)
})

test('a mistyped setting is refused instead of being ignored', () => {
  expect(() => readSettings({ SIGHTLINE_PROT: '1' })).toThrow('SIGHTLINE_PROT is not a setting')
})

test('without settings the service answers on localhost:8420 and accepts only its own pages', () => {
  expect(readSettings({})).toEqual({
    port: 8420,
    host: '127.0.0.1',
    cameraNetwork: '',
    dataFolder: '.data',
    databaseUrl: '',
    objectsUrl: '',
    recordings: { folder: '', bytes: 20e9, days: 7 },
    pluginPort: 31853,
    downloadsFolder: '',
    helpersFolder: '',
    origins: ['http://localhost:8420', 'http://127.0.0.1:8420'],
    trustedProxies: [],
    secretsKey: '',
    smtpUrl: '',
    mailFrom: 'Sightline <no-reply@localhost>',
    registration: 'open',
    mapTilesUrl: '',
    mapTilesAttribution: '',
    logLevel: 'warn',
    payment: { provider: 'sandbox' },
  })
})

test('the sandbox is not taken for private where others reach a service that listens on loopback', () => {
  const proxied = { SIGHTLINE_ORIGINS: 'https://video.example.org' }
  expect(readSettings(proxied).payment).toEqual({ provider: 'off' })
  expect(readSettings({ SIGHTLINE_ORIGINS: 'http://localhost:8420,https://video.example.org' }).payment).toEqual({ provider: 'off' })
  expect(readSettings({ SIGHTLINE_TRUSTED_PROXIES: '127.0.0.1' }).payment).toEqual({ provider: 'off' })
  expect(readSettings({ SIGHTLINE_ORIGINS: 'http://127.0.0.1:9000,http://[::1]:9000' }).payment).toEqual({ provider: 'sandbox' })
  expect(() => readSettings({ ...proxied, SIGHTLINE_PAYMENT: 'sandbox' })).toThrow(/SIGHTLINE_PAYMENT is sandbox/)
  // Not every name that begins like loopback is.
  expect(readSettings({ SIGHTLINE_ORIGINS: 'http://127.0.0.1.example.org' }).payment).toEqual({ provider: 'off' })
  expect(readSettings({ SIGHTLINE_ORIGINS: 'http://localhost.example.org' }).payment).toEqual({ provider: 'off' })
})

test('payments are off by default where others reach the service, and a card provider needs its secrets', () => {
  expect(readSettings({ SIGHTLINE_HOST: '0.0.0.0' }).payment).toEqual({ provider: 'off' })
  expect(readSettings({ SIGHTLINE_HOST: '0.0.0.0', SIGHTLINE_PAYMENT: 'sandbox' }).payment).toEqual({ provider: 'sandbox' })
  const card = { SIGHTLINE_PAYMENT: 'card', SIGHTLINE_CARD_KEY: 'sk_test_12345', SIGHTLINE_CARD_WEBHOOK_SECRET: 'whsec_12345' }
  expect(readSettings(card).payment).toEqual({
    provider: 'card',
    url: 'https://api.stripe.com',
    key: 'sk_test_12345',
    webhookSecret: 'whsec_12345',
  })
  expect(() => readSettings({ ...card, SIGHTLINE_CARD_KEY: '' })).toThrow('SIGHTLINE_CARD_KEY is needed')
  expect(() => readSettings({ SIGHTLINE_PAYMENT: 'paypal' })).toThrow('SIGHTLINE_PAYMENT is "paypal"')
})

test('a secret that cannot be used is not shown', () => {
  expect(() => readSettings({ SIGHTLINE_CARD_KEY: 'sk live' })).toThrow(/^SIGHTLINE_CARD_KEY cannot be used, but it should be a secret/)
})
