import library from 'web-push'
import type { Settings } from '#contract/settings.ts'
import type { Db } from '../../db/open.ts'
import type { Sealer } from '../../runtime/sealer.ts'

const NAME = 'vapid'

export interface WebPushKeys {
  /** Whom a push service can turn to: an address of the web, or of mail. */
  subject: string
  publicKey: string
  privateKey: string
}

/** The keys by which push services know this service (VAPID, RFC 8292): drawn once, and the same for all processes of it. */
export async function readKeys({ db, sealer, settings }: { db: Db; sealer: Sealer; settings: Settings }): Promise<WebPushKeys> {
  const find = () => db.selectFrom('web_push_key').where('name', '=', NAME).selectAll().executeTakeFirst()
  let row = await find()
  if (row === undefined) {
    const { publicKey, privateKey } = library.generateVAPIDKeys()
    await db
      .insertInto('web_push_key')
      .values({ name: NAME, public_key: publicKey, private_key_sealed: sealer.seal(privateKey, NAME) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await find()
  }
  if (row === undefined) throw new Error('The keys of Web Push are gone')
  return { subject: subjectOf(settings), publicKey: row.public_key, privateKey: sealer.open(row.private_key_sealed, NAME) }
}

/** The service's own address where it has a secure one, else who its mail comes from: some push services take nothing else. */
function subjectOf({ origins, mailFrom }: Settings): string {
  const secure = origins.find((origin) => origin.startsWith('https://'))
  return secure ?? `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}
