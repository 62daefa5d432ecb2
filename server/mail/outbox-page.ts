import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Settings } from '#contract/settings.ts'
import type { Db } from '../db/open.ts'
import { isFromThisMachine, isOfThisMachine } from '../http/this-machine.ts'
import { escapeHtml, linked } from './html-body.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { readAttachments } from './attachments.ts'

interface Parts {
  db: Db
  settings: Settings
  objects: ObjectStore
  log: FastifyBaseLogger
}

interface ShownMail {
  to_address: string | null
  subject: string
  body: string
  attachments_json: string
  created_at_ms: number
}

const OUTBOX_PATH = '/sandbox/outbox'
const MOST_SHOWN = 100

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
.note { border-left: .25rem solid #b45309; padding: .25rem .75rem }
article { border-top: 1px solid; padding: 1rem 0 }
h2 { font-size: 1.125rem; margin: 0 } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit } img { max-width: 100% }
`
const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/**
 * Shows the mail that would have been sent, newest first. There is such a page only while no mail server is set, and the service listens
 * on loopback and is opened under addresses of loopback alone; it answers this machine, and no request that a proxy hands on, since mail
 * holds codes and links.
 */
export function registerOutboxPage(app: FastifyInstance, { db, settings, objects, log }: Parts): void {
  if (settings.smtpUrl !== '') return
  app.get(OUTBOX_PATH, async (request, reply) => {
    // The origins are known only now when the port is any free one.
    if (!isOfThisMachine(settings) || !isFromThisMachine(request)) return reply.callNotFound()
    const mails = await db
      .selectFrom('mail')
      .where('to_address', 'is not', null)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
      .limit(MOST_SHOWN)
      .selectAll()
      .execute()
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page((await Promise.all(mails.map((mail) => article({ objects, log }, mail)))).join('') || '<p>No mail yet.</p>'))
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url === OUTBOX_PATH) reply.header('content-security-policy', policy)
  })
}

async function article(parts: Pick<Parts, 'objects' | 'log'>, mail: ShownMail): Promise<string> {
  const at = new Date(mail.created_at_ms).toISOString()
  return `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to_address ?? '')}, <time datetime="${at}">${at}</time></p><pre>${linked(mail.body.trim())}</pre>${await pictures(parts, mail.attachments_json)}</article>\n`
}

/** Pictures that the mail brings; anything else that it brings is not shown. */
async function pictures({ objects, log }: Pick<Parts, 'objects' | 'log'>, attachmentsJson: string): Promise<string> {
  return (await readAttachments(objects, attachmentsJson, log))
    .filter(({ contentType }) => /^image\/(jpeg|png)$/.test(contentType))
    .map(
      ({ fileName, contentType, content }) =>
        `<img src="data:${contentType};base64,${content.toString('base64')}" alt="${escapeHtml(fileName)}">`,
    )
    .join('')
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox outbox</title><style>${style}</style><main>
<h1>Sandbox outbox</h1><p class="note">Mail of this machine. With a mail server in SIGHTLINE_SMTP_URL it would have been sent.</p>
${content}</main></html>\n`
}
