import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { escapeHtml } from './html-body.ts'
import { CONFIRM_PATH, type Recipients } from './recipients.ts'

const address = z.object({ secret: z.string().check(z.maxLength(128)) })

/** The page behind the link of a question whether alarms may come by mail: to open it is to agree. */
export function registerConfirmPage(app: FastifyInstance, { recipients }: { recipients: Recipients }): void {
  app.get(`${CONFIRM_PATH}/:secret`, async (request, reply) => {
    const parsed = address.safeParse(request.params)
    const organization = parsed.success ? await recipients.confirm(parsed.data.secret) : undefined
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (organization === undefined)
      return reply.code(404).send(page('This link is not good any more. Ask to be added again.', '此链接已失效。请重新申请添加。'))
    const name = escapeHtml(organization)
    return reply.send(page(`Alarms of ${name} come to this address from now on.`, `${name}的报警从现在起将发送到此邮箱。`))
  })
}

function page(english: string, chinese: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sightline</title><main><p role="status">${english}</p><p lang="zh-CN">${chinese}</p></main></html>\n`
}
