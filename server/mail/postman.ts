import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Settings } from '#contract/settings.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { MailSchema } from '../db/schema/mail.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { htmlBody } from './html-body.ts'
import { readAttachments } from './attachments.ts'

/** Of each of the two queues. */
const AT_ONCE = 20
const FIRST_PAUSE_MS = 60_000
/** With pauses that double from a minute, the last try is half a day after the first. */
const MOST_TRIES = 10
const PATIENCE_MS = 10_000
/** SMTP's first code for a refusal that stays. */
const FIRST_LASTING = 500

interface Parts {
  db: Db
  now: Now
  settings: Settings
  sweeper: Sweeper
  log: FastifyBaseLogger
  objects: ObjectStore
}

type Row = Selectable<MailSchema['mail']>

/**
 * Brings written mail to the mail server of the settings; without one it leaves all mail in the outbox. A mail is claimed before it
 * is sent, so that two processes do not both send it, and tried again after a pause that doubles. Codes have a queue of their own, in which
 * no other mail keeps them waiting; of other mail the oldest of each organization goes first, however much one of them has.
 */
export function startPostman({ db, now, settings, sweeper, log, objects }: Parts): void {
  if (settings.smtpUrl === '') return
  const transport = createTransport(settings.smtpUrl, { from: settings.mailFrom })
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  Object.assign(transport.options, patience)
  sweeper.add(async () => {
    const codes = db.selectFrom('mail').where('is_code', '=', 1).where('next_try_at_ms', '<=', now())
    await Promise.all((await codes.orderBy('next_try_at_ms').limit(AT_ONCE).selectAll().execute()).map(bring))
  })
  sweeper.add(async () => {
    const numbered = db
      .selectFrom('mail')
      .where('is_code', '=', 0)
      .where('next_try_at_ms', '<=', now())
      .select(['id', 'next_try_at_ms'])
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('organization_id').orderBy('next_try_at_ms'))
          .as('turn'),
      )
    const next = await db.selectFrom(numbered.as('due')).orderBy('turn').orderBy('next_try_at_ms').limit(AT_ONCE).select('id').execute()
    if (next.length === 0) return
    const ids = next.map(({ id }) => id)
    // Still due: one that another process has claimed meanwhile has its next try later, and would be claimed by that time here as well.
    const due = db.selectFrom('mail').where('id', 'in', ids).where('next_try_at_ms', '<=', now())
    await Promise.all((await due.selectAll().execute()).map(bring))
  })

  async function bring(mail: Row): Promise<void> {
    const claimed = await claim(mail)
    if (claimed === undefined) return
    const isGone = mail.to_address === null || (await send(mail.to_address, claimed))
    if (isGone || claimed.tries >= MOST_TRIES) await db.deleteFrom('mail').where('id', '=', mail.id).execute()
  }

  async function claim({ id, tries, next_try_at_ms }: { id: string; tries: number; next_try_at_ms: number }) {
    return db
      .updateTable('mail')
      .set({ tries: tries + 1, next_try_at_ms: now() + FIRST_PAUSE_MS * 2 ** tries })
      .where('id', '=', id)
      .where('next_try_at_ms', '=', next_try_at_ms)
      .returningAll()
      .executeTakeFirst()
  }

  /** True when the mail needs no further try: it was taken, or refused for good. Neither address nor text goes into the log. */
  async function send(to: string, mail: { id: string; subject: string; body: string; attachments_json: string }): Promise<boolean> {
    const found = await readAttachments(objects, mail.attachments_json, log)
    const attachments = found.map((attachment, index) => ({ ...attachment, cid: `${index}.${mail.id}@sightline` }))
    try {
      await transport.sendMail({
        to: { name: '', address: to },
        subject: mail.subject,
        // The same each time, so that whoever gets it twice, after a fault in between, sees it once.
        messageId: `<${mail.id}@sightline>`,
        text: mail.body,
        html: htmlBody(
          mail.body,
          attachments.filter(({ contentType }) => contentType.startsWith('image/')).map(({ cid }) => cid),
        ),
        attachments: attachments.map(({ fileName, contentType, content, cid }) => ({
          filename: fileName,
          contentType,
          content,
          cid,
        })),
      })
      return true
    } catch (fault) {
      const answer = fault instanceof Error && 'responseCode' in fault ? Number(fault.responseCode) : 0
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown fault'
      log.warn({ mail: mail.id, code, answer }, 'A mail was not taken by the mail server')
      return answer >= FIRST_LASTING
    }
  }
}
