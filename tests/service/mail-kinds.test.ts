import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Email } from 'postal-mime'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { mfaCreate } from '#contract/calls/account/mfa-create.ts'
import { passwordResetSendMessage } from '#contract/calls/account/password-reset-send-message.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import type { InputOf } from '#contract/define-call.ts'
import { languages, type Language } from '#contract/enums.ts'
import { always } from '#contract/weekly-schedule.ts'
import { knownImageCode } from '#tests/support/image-code.ts'
import { MailServer } from '#tests/support/mail-server.ts'
import { identifiersOf, putObjects } from '#tests/support/registry/objects.ts'
import { putOrganizationObjects } from '#tests/support/registry/organization-objects.ts'
import { ownOwner } from '#tests/support/registry/owners.ts'
import { jpegOf, report } from '#tests/support/seen-events.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const DAY_MS = 24 * 60 * 60_000
const OPERATOR = 'operator@harbor-logistics.example'
const ADMIN = 'admin@harbor-logistics.example'
const HAN = /\p{Script=Han}/u
let mailServer: MailServer
let service: TestService
let admin: ServiceClient

beforeEach(async () => {
  mailServer = await MailServer.start()
  service = await TestService.start({ smtpUrl: mailServer.url })
  admin = await service.signIn('admin')
})
afterEach(async () => {
  await service.close()
  await mailServer.close()
})

async function everybodyReads(language: Language): Promise<void> {
  await service.edit((db) => db.updateTable('user').set({ language }).execute())
}

/** The mail that came to an address: in this language, as text and as HTML that say the same. */
async function arrived(address: string, language: Language): Promise<Email & { text: string; html: string }> {
  await vi.waitFor(() => expect(mailServer.received.flatMap(({ to }) => to)).toContain(address), 10_000)
  const { text = '', html = '', ...mail } = (await mailServer.readMailTo(address)) ?? expect.fail('It cannot be read.')
  for (const part of [mail.subject ?? '', text, html]) expect(HAN.test(part)).toBe(language === 'zh-CN')
  const words = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  for (const word of text.split(/\s+/).filter((one) => /^[\w:/.-]+$/.test(one))) expect(words).toContain(word)
  return { ...mail, text, html }
}

const INVITED = 'new@harbor.example'
/** What is asked for, by the page that the link leads to. */
const invitations: Record<string, InputOf<typeof userInvite>> = {
  'user-register': { kind: 'user', email: INVITED, alias: 'New', role: 'site-operator', sites: [] },
  'company-register': { kind: 'company', email: INVITED },
  'bind/installer': { kind: 'installer', email: INVITED },
}
const invitationsInBoth = languages.flatMap((language) => Object.entries(invitations).map(([page, wish]) => ({ language, page, wish })))

test.each(invitationsInBoth)('an invitation in $language brings its link to $page', async ({ language, page, wish }) => {
  await admin.call(userInvite, { ...wish, language })
  const { text, html } = await arrived(INVITED, language)
  const [link] = /http\S+/.exec(text) ?? []
  expect(link).toContain(`/user/${page}/`)
  expect(html).toContain(`href="${link}"`)
})

/** Has a code sent, and says to which address. */
const codes = {
  'for a new password': async () => {
    const { loginName } = service.person('operator')
    await service.client().call(passwordResetSendMessage, { loginName, ...(await knownImageCode(service)) })
    return OPERATOR
  },
  'for a new account': async (language: Language) => {
    const loginName = INVITED
    const question = { typeEnum: 'register', category: 'e-mail', loginName, language } as const
    await service.client().call(codeDynamicCreate, { ...question, ...(await knownImageCode(service)) })
    return loginName
  },
  'to sign in with': async () => {
    const operator = await service.signIn('operator')
    await operator.call(mfaCreate, { category: 'e-mail', password: service.person('operator').password })
    return OPERATOR
  },
}
const codesInBoth = languages.flatMap((language) => Object.entries(codes).map(([what, send]) => ({ language, what, send })))

test.each(codesInBoth)('a code $what in $language stands out', async ({ language, send }) => {
  await everybodyReads(language)
  const { text, html } = await arrived(await send(language), language)
  const [, code] = /^([2-9A-HJ-NP-Z]{6})\s*$/m.exec(text) ?? []
  expect(html).toMatch(new RegExp(`<p style="[^"]+">${code}</p>`))
})

test.each(languages)('who registers with the address of an account is told so in %s, in the language of the account', async (language) => {
  await everybodyReads(language)
  const other = languages.find((one) => one !== language)
  const question = { typeEnum: 'register', category: 'e-mail', loginName: OPERATOR, language: other } as const
  await service.client().call(codeDynamicCreate, { ...question, ...(await knownImageCode(service)) })
  const { text, html } = await arrived(OPERATOR, language)
  expect(text).toContain(service.person('operator').loginName)
  expect(html).toMatch(/href="[^"]+\/login"/)
})

test.each(languages)('an alarm in %s brings its picture', async (language) => {
  await everybodyReads(language)
  const scope = { siteIds: ['harbor-gate'], channels: [] }
  const trigger = { kind: 'general' as const, eventKinds: ['motion' as const] }
  const rule = { name: 'Nobody at the gate', isEnabled: true, scope, trigger, schedule: always, alertIntervalS: 10 as const }
  await admin.call(eventRuleAddOrEdit, { ...rule, emails: [OPERATOR] })
  const agent = await service.connectDevice(demoDevices.gate)
  const picture = jpegOf('red')
  report(agent, { event: 'motion', snapshot: picture.toString('base64') }, service.now)
  const { text, html, attachments } = await arrived(OPERATOR, language)
  expect(text).toContain('Nobody at the gate')
  const [attached] = attachments
  expect(attached).toMatchObject({ mimeType: 'image/jpeg', related: true })
  expect(Buffer.from(attached?.content as ArrayBuffer).equals(picture)).toBe(true)
  expect(html).toContain(`src="cid:${attached?.contentId?.replaceAll(/[<>]/g, '')}"`)
})

test.each(languages)('a share and a reminder of a licence in %s bring their links', async (language) => {
  await everybodyReads(language)
  await service.edit((db) => putObjects(db, ownOwner, service.now))
  await service.edit((db) => putOrganizationObjects(db, ownOwner, service.now))
  const archiveId = identifiersOf(ownOwner).archiveId ?? ''
  const { url } = await admin.call(archivesShare, { archiveId, emails: [OPERATOR], message: 'x < y & z', durationMinutes: 30 })
  const share = await arrived(OPERATOR, language)
  expect(share.text).toContain('x < y & z')
  expect(share.html).toContain('x &lt; y &amp; z')
  expect(share.html).toContain(`href="${url}"`)
  service.advance(359 * DAY_MS)
  const reminder = await arrived(ADMIN, language)
  expect(reminder.html).toMatch(/href="[^"]+\/user\/service\/servicelicense\/list"/)
})
