import { deviceKey } from '#device/agent/identity.ts'
import { roles } from '#contract/access.ts'
import { remoteAccessConnect } from '#contract/calls/installer/remote-access-connect.ts'
import { login } from '#contract/calls/user/login.ts'
import type { Call } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import { registry } from '#contract/registry.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import type { Db } from '#server/db/open.ts'
import { readRows, restoreRows, type DatabaseRows } from '../database-rows.ts'
import { channel, demoDevices, TestService } from '../service.ts'
import { ask, type Answer } from './ask.ts'
import { identifiersOf, putObjects } from './objects.ts'
import { grantSecret, putOrganizationObjects } from './organization-objects.ts'
import { hiddenOwner, otherOwner, ownOwner } from './owners.ts'
import { withoutSession, type Caller } from './who-may.ts'

/** Who administers the site on which a channel was taken from them: they see the site, and nothing of the channel. */
export const BLINDED = 'blinded'
type Somebody = Caller | typeof BLINDED

/** Rates and locks are not what is tried here: whoever asks again does so so much later, and sessions last longer. */
const PAUSE_MS = 61_000
const PAUSES_OF_A_SESSION = 20
const GRANT_MS = 10 * 60_000

/** How somebody is kept out of a call; `undefined` is no answer of the service. */
export const refusals = new Set<number | undefined>([undefined, 5000, ...Object.values(withoutSession)])

const tooMany = new Set<number | undefined>([codeOf('too-frequent'), codeOf('archive-too-frequent')])

/** The administrator of the demonstration organization whose objects the calls name. */
export const administrator = { ...ownOwner, userId: 'is-administrator', loginName: 'is-administrator' }

/** After these calls the sessions of callers are over, or have other tokens. */
const endsSessions: ReadonlySet<Call> = new Set([
  registry.logout,
  registry.tokenRenewal,
  registry.myInstallerDelete,
  registry.sessionEndOthers,
])

/**
 * A service with somebody for every role, each on the one site, with two organizations that have an object of every kind, and objects
 * at a site that none but the first one's administrators see. After each change everything is put back.
 */
export class CallersAtWork {
  readonly service: TestService
  readonly #db: Db
  readonly #world: DatabaseRows
  readonly #tokens = new Map<Somebody, string | undefined>()
  readonly startedAtMs: number
  /** Who has asked since the last pause, and which calls without a session: what is counted is counted for each of them, of the latter for the network, in which all are. */
  readonly #asked = new Set<Somebody | Call>()
  #pauses = 0
  #isChanged = false

  private constructor(service: TestService, db: Db, world: DatabaseRows, startedAtMs: number) {
    this.service = service
    this.#db = db
    this.#world = world
    this.startedAtMs = startedAtMs
  }

  static async start(): Promise<CallersAtWork> {
    const service = await TestService.start()
    for (const device of Object.values(demoDevices)) await service.connectDevice(device, [channel(0)])
    const db = await service.openDatabase()
    const startedAtMs = service.now
    await putPeople(db)
    for (const owner of [administrator, otherOwner, hiddenOwner]) await putObjects(db, owner, startedAtMs)
    for (const owner of [administrator, otherOwner]) await putOrganizationObjects(db, owner, startedAtMs)
    return new CallersAtWork(service, db, await readRows(db), startedAtMs)
  }

  async close(): Promise<void> {
    await this.#db.destroy()
    await this.service.close()
  }

  /** The answer to a caller some time after their last question, with everything as it was, sessions apart. */
  async answerTo(caller: Somebody, call: Call, input: unknown): Promise<Answer> {
    const counted = call.access.who === 'open' ? call : caller
    if (this.#asked.has(counted)) this.#pause()
    this.#asked.add(counted)
    if (this.#isChanged) {
      await restoreRows(this.#db, this.#world, ['session', 'session_token'])
      // Browsers are told of alarms by a session that nobody uses here; a call may have ended it.
      const ofBrowsers = this.#db.updateTable('session').where('id', 'like', '%-notice-session')
      await ofBrowsers.set({ ended_at_ms: null, ended_code: null }).execute()
    }
    const answer = await ask(this.service.url, call, input, await this.#tokenOf(caller))
    // It would pass for one who was let in.
    if (tooMany.has(answer.code)) throw new Error(`${call.path} is asked more often than it may be, by ${caller}.`)
    // Who was kept out has changed nothing.
    this.#isChanged = call.changes === true && !refusals.has(answer.code)
    if (endsSessions.has(call)) this.#forgetSessions()
    return answer
  }

  #pause(): void {
    this.service.advance(PAUSE_MS)
    this.#asked.clear()
    this.#pauses += 1
    if (this.#pauses % PAUSES_OF_A_SESSION === 0) this.#forgetSessions()
  }

  #forgetSessions(): void {
    this.#tokens.clear()
  }

  async #tokenOf(caller: Somebody): Promise<string | undefined> {
    if (!this.#tokens.has(caller)) this.#tokens.set(caller, await this.#newToken(caller))
    return this.#tokens.get(caller)
  }

  async #newToken(caller: Somebody): Promise<string | undefined> {
    const { gate } = demoDevices
    const { grantId = '', pastGrantId = '' } = identifiersOf(administrator)
    switch (caller) {
      case 'nobody':
      case 'visitor':
        return undefined
      case 'station':
        return deviceKey(gate.sn, gate.securityCode)
      case 'installer before':
        return 'k'.repeat(43)
      case 'installer within':
        return this.#byGrant(grantId)
      case 'installer after': {
        const grant = this.#db.updateTable('remote_access').where('id', '=', pastGrantId)
        await grant.set({ status: remoteAccessStatuses.accepted, until_ms: this.service.now + GRANT_MS }).execute()
        const token = await this.#byGrant(pastGrantId)
        this.service.advance(GRANT_MS)
        return token
      }
      default: {
        const { password } = this.service.person(caller === 'stranger' ? 'stranger' : 'admin')
        const loginName = caller === 'stranger' ? 'stranger' : `is-${caller}`
        return (await this.service.client().call(login, { loginName, password })).token
      }
    }
  }

  async #byGrant(grantId: string): Promise<string> {
    return (await this.service.client().call(remoteAccessConnect, { grantId, token: grantSecret(grantId) })).token
  }
}

/** Somebody with each role on the site of the own objects, and somebody who administers the hidden site without its channel. */
async function putPeople(db: Db): Promise<void> {
  const admin = await db.selectFrom('user').where('id', '=', ownOwner.userId).selectAll().executeTakeFirstOrThrow()
  const people = [
    ...roles.map((role) => ({ name: `is-${role}`, role, siteId: ownOwner.siteId })),
    { name: `is-${BLINDED}`, role: 'site-administrator' as const, siteId: hiddenOwner.siteId },
  ]
  for (const { name, role, siteId } of people) {
    const person = { ...admin, id: name, login_name: name, email: `${name}@harbor.example`, role }
    await db.insertInto('user').values(person).execute()
    await db.insertInto('user_site_role').values({ user_id: name, site_id: siteId, role }).execute()
  }
  const blind = { user_id: `is-${BLINDED}`, sn: hiddenOwner.sn, chl_index: 0, role: 'no-authority' as const }
  await db.insertInto('user_channel_role').values(blind).execute()
}
