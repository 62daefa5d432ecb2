import { areLoopbackOrigins, isForThisMachineOnly } from './loopback.ts'

/**
 * Every setting of the service, the device agents and the plugin: an environment variable, its default, and what it
 * means. The README's table is checked against this one by a test.
 */
const port = {
  shape: 'a port number from 1 to 65535',
  isGood: (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535,
}
const folder = { shape: 'a folder', isGood: (text: string) => text.length > 0 }
const host = { shape: 'an address to listen on', isGood: (text: string) => /^[0-9a-zA-Z.:-]+$/.test(text) }
const networkInterface = {
  shape: 'the name of a network interface, such as eth0',
  isGood: (text: string) => /^[^\p{C}/]{1,64}$/u.test(text),
}
const origins = {
  shape: 'origins such as https://video.example.org, with commas between',
  isGood: (text: string) => text.split(',').every((origin) => /^https?:\/\/[^/\s]+$/.test(origin)),
}
const payment = {
  shape: 'sandbox, card or off',
  isGood: (text: string) => ['sandbox', 'card', 'off'].includes(text),
}
const registration = {
  shape: 'open or closed',
  isGood: (text: string) => ['open', 'closed'].includes(text),
}
const webAddress = {
  shape: 'an address such as https://api.example.org, without a path',
  isGood: (text: string) => /^https?:\/\/[^/\s]+$/.test(text),
}
const tiles = {
  shape: 'the address of tiles, such as https://tiles.example.org/{z}/{x}/{y}.png',
  isGood: (text: string) => /^https?:\/\/[^/\s{}]+\/\S+$/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
}
const line = {
  shape: 'a line of at most 200 characters',
  isGood: (text: string) => /^[^\p{C}]{1,200}$/u.test(text),
}
/** Never shown: not in messages, not in logs. */
const secret = {
  shape: 'a secret of at least 8 characters without spaces',
  isGood: (text: string) => /^\S{8,}$/.test(text),
  isSecret: true,
}
const sealingKey = {
  shape: '64 hexadecimal digits, as "openssl rand -hex 32" prints them',
  isGood: (text: string) => /^[0-9a-f]{64}$/i.test(text),
  isSecret: true,
}
const gigabytes = {
  shape: 'a number of gigabytes from 0.01 to 1000000',
  isGood: (text: string) => /^\d{1,7}(\.\d{1,3})?$/.test(text) && Number(text) >= 0.01 && Number(text) <= 1_000_000,
}
const days = {
  shape: 'a number of days from 1 to 3650',
  isGood: (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3_650,
}
const proxies = {
  shape: 'addresses or networks such as 10.0.0.5,192.168.0.0/16, with commas between',
  isGood: (text: string) => text.split(',').every(isNetwork),
}
const level = {
  shape: 'silent, error, warn, info or debug',
  isGood: (text: string) => ['silent', 'error', 'warn', 'info', 'debug'].includes(text),
}
const databaseUrl = {
  shape: 'the address of a database, such as postgres://user:password@db.example.org:5432/sightline',
  isGood: (text: string) => /^postgres(ql)?:\/\/([^\s/@]+@)?([^\s/@:[\]]+|\[[\d:a-f]+\])(:\d{1,5})?\/[^\s/?]+(\?\S*)?$/.test(text),
  isSecret: true,
}
const objectsUrl = {
  shape:
    'the address of a bucket, such as https://key:secret@s3.example.org/bucket?region=eu-central-1, with key and secret percent-encoded',
  isGood: (text: string) =>
    /^https?:\/\/[^\s/@:?#]+:[^\s/@:?#]+@([^\s/@:?#[\]]+|\[[\d:a-f]+\])(:\d{1,5})?\/[\w.-]+\/?(\?region=[\w-]+)?$/.test(text),
  isSecret: true,
}
const smtpUrl = {
  shape: 'the address of a mail server, such as smtps://user:password@mail.example.org:465',
  isGood: (text: string) => /^smtps?:\/\/([^\s/@]+@)?[^\s/@:]+(:\d{1,5})?\/?(\?\S*)?$/.test(text),
  isSecret: true,
}
const sender = {
  shape: 'a sender, such as Sightline <no-reply@example.org>',
  isGood: (text: string) => /^([^<>@\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text),
}

/** An address, or one with the length of a network's prefix behind it. */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  const isV4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && address.split('.').every((part) => Number(part) <= 255)
  const groups = address.split(':')
  const isWhole = /^[^:]*(:[^:]+)*::([^:]+:)*[^:]*$/.test(address) ? groups.length <= 9 : groups.length === 8 && !groups.includes('')
  const isV6 = isWhole && groups.every((group) => /^[0-9a-f]{0,4}$/i.test(group))
  return (isV4 || isV6) && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isV4 ? 32 : 128)
}

/** Whom tiles from this address are by where the address itself says so: whoever uses those of OpenStreetMap has to name its contributors. */
function usualAttribution(tilesUrl: string): string {
  const isOpenStreetMap = /^https?:\/\/([^/@]*@)?([\w-]+\.)*openstreetmap\.[a-z]{2,3}(:\d+)?\//i.test(tilesUrl)
  return isOpenStreetMap ? '© OpenStreetMap contributors' : ''
}

export const settingTable = {
  SIGHTLINE_PORT: { ...port, default: '8420', meaning: 'Port of the service' },
  SIGHTLINE_HOST: { ...host, default: '127.0.0.1', meaning: 'Address that the service listens on' },
  SIGHTLINE_DATA: { ...folder, default: '.data', meaning: 'Folder of the database, keys, cameras and pictures' },
  SIGHTLINE_DATABASE_URL: {
    ...databaseUrl,
    default: '',
    meaning: 'PostgreSQL database; empty: an SQLite file in SIGHTLINE_DATA',
  },
  SIGHTLINE_OBJECTS_URL: {
    ...objectsUrl,
    default: '',
    meaning: 'Bucket of an S3-compatible store for pictures and recordings; empty: a folder in SIGHTLINE_DATA',
  },
  SIGHTLINE_RECORDINGS: {
    ...folder,
    default: '',
    meaning: 'Folder that the bridge records its cameras into; empty: bridge/recordings in SIGHTLINE_DATA',
  },
  SIGHTLINE_RECORDINGS_GB: {
    ...gigabytes,
    default: '20',
    meaning: 'Gigabytes that the recordings of the bridge may take; then the oldest give way',
  },
  SIGHTLINE_RECORDINGS_DAYS: { ...days, default: '7', meaning: 'Days that the recordings of the bridge are kept' },
  SIGHTLINE_CAMERA_NETWORK: {
    ...networkInterface,
    default: '',
    meaning: 'Network interface on which the bridge looks for cameras, such as eth0; empty: all but the loopback',
  },
  SIGHTLINE_PLUGIN_PORT: { ...port, default: '31853', meaning: 'Port of the local plugin on 127.0.0.1' },
  SIGHTLINE_DOWNLOADS: {
    ...folder,
    default: '',
    meaning: 'Folder that the local plugin downloads recordings into; empty: plugin/downloads in SIGHTLINE_DATA',
  },
  SIGHTLINE_HELPERS: {
    ...folder,
    default: '',
    meaning:
      'Folder of the helpers that install the plugin, sightline-helper.pkg and sightline-helper.exe; empty: helpers in SIGHTLINE_DATA',
  },
  SIGHTLINE_ORIGINS: {
    ...origins,
    default: '',
    meaning:
      'Addresses under which browsers open the service, the only ones that sockets and the plugin accept; empty: http://localhost and http://127.0.0.1 on SIGHTLINE_PORT',
  },
  SIGHTLINE_TRUSTED_PROXIES: {
    ...proxies,
    default: '',
    meaning: 'Proxies in front of the service, whose X-Forwarded headers tell who asks; empty: none',
  },
  SIGHTLINE_SECRETS_KEY: {
    ...sealingKey,
    default: '',
    meaning:
      'Key that seals secrets in the database, the same for all services on one database; empty: the file secrets.key in SIGHTLINE_DATA',
  },
  SIGHTLINE_REGISTRATION: {
    ...registration,
    default: 'open',
    meaning: 'Whether anybody may register an organization: open or closed; invited companies always may',
  },
  SIGHTLINE_SMTP_URL: {
    ...smtpUrl,
    default: '',
    meaning: 'Mail server; empty: mail is not sent, but shown at /sandbox/outbox to this machine while SIGHTLINE_ORIGINS names no other',
  },
  SIGHTLINE_MAIL_FROM: { ...sender, default: 'Sightline <no-reply@localhost>', meaning: 'Sender of mail' },
  SIGHTLINE_MAP_TILES_URL: {
    ...tiles,
    default: '',
    meaning:
      'Where browsers load pictures of the world for the map from, 256 pixels each; empty: the map is a plain one that works offline',
  },
  SIGHTLINE_MAP_TILES_ATTRIBUTION: {
    ...line,
    default: '',
    meaning:
      'Whose pictures of the world they are, as text on each map that has them; empty: © OpenStreetMap contributors where they come from OpenStreetMap, else nothing',
  },
  SIGHTLINE_LOG: { ...level, default: 'warn', meaning: 'What the processes log' },
  SIGHTLINE_PAYMENT: {
    ...payment,
    default: '',
    meaning:
      'Who takes payments: sandbox (no money moves), card or off; empty: sandbox when SIGHTLINE_HOST and SIGHTLINE_ORIGINS are this machine only and there is no proxy, else off',
  },
  SIGHTLINE_CARD_URL: {
    ...webAddress,
    default: 'https://api.stripe.com',
    meaning: 'Address of the card provider, which has the API of Stripe',
  },
  SIGHTLINE_CARD_KEY: { ...secret, default: '', meaning: 'Secret key of the account at the card provider' },
  SIGHTLINE_CARD_WEBHOOK_SECRET: {
    ...secret,
    default: '',
    meaning: "Secret by which the card provider signs what it sends to /payment-notice/card on this service's address",
  },
} as const

type SettingName = keyof typeof settingTable

export interface Settings {
  port: number
  host: string
  dataFolder: string
  /** Empty: an SQLite file in the data folder. Holds a password: never shown. */
  databaseUrl: string
  /** Empty: a folder in the data folder. Holds a secret: never shown. */
  objectsUrl: string
  /** What the bridge records. An empty folder: one in the data folder. */
  recordings: { folder: string; bytes: number; days: number }
  /** The only network interface on which the bridge looks for cameras. Empty: all but the loopback. */
  cameraNetwork: string
  pluginPort: number
  /** Where the plugin downloads to. Empty: a folder in the data folder. */
  downloadsFolder: string
  /** Where the service finds the helpers that install the plugin. Empty: a folder in the data folder. */
  helpersFolder: string
  origins: string[]
  /** Addresses and networks of proxies that are believed. */
  trustedProxies: readonly string[]
  /** 64 hexadecimal digits; empty: the file in the data folder. Never shown. */
  secretsKey: string
  /** Whether anybody may register an organization, or only who was invited to. */
  registration: 'open' | 'closed'
  /** Empty: mail stays in the sandbox outbox. */
  smtpUrl: string
  mailFrom: string
  /** With `{z}`, `{x}` and `{y}`. Empty: the map has no pictures beneath. */
  mapTilesUrl: string
  /** Plain text that stands on each map with such pictures. Empty: nobody has to be named. */
  mapTilesAttribution: string
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  payment: PaymentSettings
}

/** Who takes payments. The card provider's secrets are here, and in the environment, and nowhere else. */
type PaymentSettings =
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'off' }
  | { readonly provider: 'card'; readonly url: string; readonly key: string; readonly webhookSecret: string }

/** A setting that cannot be used; the message is one sentence for the person who set it. */
export class SettingError extends Error {}

/** Reads the settings from an environment. Throws `SettingError` naming the variable and what it should be. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  function read(name: SettingName): string {
    const text = env[name]
    const setting = settingTable[name]
    if (text === undefined || text === '') return setting.default
    if (!setting.isGood(text)) {
      const given = 'isSecret' in setting ? 'cannot be used' : `is "${text}"`
      throw new SettingError(`${name} ${given}, but it should be ${setting.shape}.`)
    }
    return text
  }
  const servicePort = Number(read('SIGHTLINE_PORT'))
  const given = read('SIGHTLINE_ORIGINS')
  const origins = given === '' ? [`http://localhost:${servicePort}`, `http://127.0.0.1:${servicePort}`] : given.split(',')
  const trustedProxies = read('SIGHTLINE_TRUSTED_PROXIES').split(',').filter(Boolean)
  function need(name: SettingName): string {
    const text = read(name)
    if (text === '') throw new SettingError(`${name} is needed, since SIGHTLINE_PAYMENT is card; it should be ${settingTable[name].shape}.`)
    return text
  }
  function readPayment(): PaymentSettings {
    // Nobody who can reach the service from elsewhere gets licences for sandbox money: a service that listens here may have a proxy in front.
    const isHere = isForThisMachineOnly({ host: read('SIGHTLINE_HOST'), origins, trustedProxies })
    const provider = read('SIGHTLINE_PAYMENT') || (isHere ? 'sandbox' : 'off')
    if (provider === 'sandbox' && !areLoopbackOrigins(origins))
      throw new SettingError(
        'SIGHTLINE_PAYMENT is sandbox, with which everybody pays without money, but SIGHTLINE_ORIGINS names addresses beyond this machine; it should be card or off.',
      )
    for (const name of ['SIGHTLINE_CARD_URL', 'SIGHTLINE_CARD_KEY', 'SIGHTLINE_CARD_WEBHOOK_SECRET'] as const) read(name)
    if (provider !== 'card') return { provider: provider === 'sandbox' ? 'sandbox' : 'off' }
    return {
      provider,
      url: read('SIGHTLINE_CARD_URL'),
      key: need('SIGHTLINE_CARD_KEY'),
      webhookSecret: need('SIGHTLINE_CARD_WEBHOOK_SECRET'),
    }
  }
  const known: ReadonlySet<string> = new Set(Object.keys(settingTable))
  const stranger = Object.keys(env).find((key) => key.startsWith('SIGHTLINE_') && !known.has(key))
  if (stranger !== undefined) throw new SettingError(`${stranger} is not a setting; the settings are ${[...known].join(', ')}.`)
  return {
    port: servicePort,
    host: read('SIGHTLINE_HOST'),
    dataFolder: read('SIGHTLINE_DATA'),
    databaseUrl: read('SIGHTLINE_DATABASE_URL'),
    objectsUrl: read('SIGHTLINE_OBJECTS_URL'),
    recordings: {
      folder: read('SIGHTLINE_RECORDINGS'),
      bytes: Number(read('SIGHTLINE_RECORDINGS_GB')) * 1e9,
      days: Number(read('SIGHTLINE_RECORDINGS_DAYS')),
    },
    cameraNetwork: read('SIGHTLINE_CAMERA_NETWORK'),
    pluginPort: Number(read('SIGHTLINE_PLUGIN_PORT')),
    downloadsFolder: read('SIGHTLINE_DOWNLOADS'),
    helpersFolder: read('SIGHTLINE_HELPERS'),
    origins,
    trustedProxies,
    secretsKey: read('SIGHTLINE_SECRETS_KEY'),
    registration: read('SIGHTLINE_REGISTRATION') === 'closed' ? 'closed' : 'open',
    smtpUrl: read('SIGHTLINE_SMTP_URL'),
    mailFrom: read('SIGHTLINE_MAIL_FROM'),
    mapTilesUrl: read('SIGHTLINE_MAP_TILES_URL'),
    mapTilesAttribution: read('SIGHTLINE_MAP_TILES_ATTRIBUTION') || usualAttribution(read('SIGHTLINE_MAP_TILES_URL')),
    logLevel: read('SIGHTLINE_LOG') as Settings['logLevel'],
    payment: readPayment(),
  }
}
