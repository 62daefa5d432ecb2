import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { maintenanceLatest } from '#contract/calls/log/maintenance-latest.ts'
import { maintenanceNoTokenLatest } from '#contract/calls/log/maintenance-no-token-latest.ts'
import { moduleFunctionsGet } from '#contract/calls/log/module-functions-get.ts'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import { opLogsPut } from '#contract/calls/log/op-logs-put.ts'
import { userInviteFreeze } from '#contract/calls/people/user-invite-freeze.ts'
import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import type { InputOf } from '#contract/define-call.ts'
import { registry } from '#contract/registry.ts'
import { subjectOf } from '#src/features/security/log-subject.ts'
import { knownImageCode } from '#tests/support/image-code.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'

const DAY_MS = 24 * 60 * 60_000
let service: TestService
let admin: ServiceClient

beforeEach(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterEach(() => service.close())

const today = () => ({ pageNum: 1, pageSize: 50, fromMs: service.now - DAY_MS, untilMs: service.now + DAY_MS })

test('the trail tells who did what, when, from where and how it ended, to administrators of the organization alone', async () => {
  const guard = await service.signIn('guard')
  await guard.call(profileUpdate, { alias: 'Li' })
  await guard.call(opLogsPut, { operateEnum: 'download-task-create', detail: 'gate.avi' })
  await admin.failure(userInviteFreeze, { userId: 'harbor-admin', frozen: true })
  const { total, logs } = await admin.call(opLogsList, today())
  expect(total).toBe(5)
  expect(logs.map((log) => [log.userName, log.module, log.function, log.code])).toEqual([
    ['Marit de Vries', 'people', 'userInviteFreeze', 6000],
    ['Li', 'own-machine', 'opLogsPut', 200],
    ['Li', 'account', 'profileUpdate', 200],
    ['Li', 'account', 'login', 200],
    ['Marit de Vries', 'account', 'login', 200],
  ])
  expect(logs[1]).toMatchObject({ userId: 'harbor-guard', address: '127.0.0.1' })
  expect(JSON.parse(logs[1]?.detail ?? '')).toEqual({ operateEnum: 'download-task-create', detail: 'gate.avi' })
  expect(Math.abs((logs[1]?.atMs ?? 0) - service.now)).toBeLessThan(10_000)
  const others = await (await service.signIn('stranger')).call(opLogsList, today())
  expect(others.logs.map((log) => [log.userId, log.function])).toEqual([['other-admin', 'login']])
  expect((await guard.failure(opLogsList, today())).code).toBe(5000)
})

test('the trail tells of sign-ins, failed ones and locks too, of sign-outs, and of what somebody may not do', async () => {
  const { loginName } = service.person('guard')
  for (let time = 0; time < 3; time += 1) await service.client().failure(login, { loginName, password: 'wrong' })
  for (let time = 0; time < 3; time += 1)
    await service.client().failure(login, { loginName, password: 'wrong', ...(await knownImageCode(service)) })
  await service.client().failure(login, { loginName: 'nobody-of-that-name', password: 'wrong' })
  service.advance(6 * 60_000)
  const guard = await service.signIn('guard')
  await guard.failure(userInviteFreeze, { userId: 'harbor-admin', frozen: true })
  await guard.call(logout, null)
  const { logs } = await admin.call(opLogsList, { ...today(), userId: 'harbor-guard' })
  expect(logs.map((log) => [log.function, log.code]).toReversed()).toEqual([
    ...[20005, 20005, 20005, 20005, 20006, 20006, 200].map((code) => ['login', code]),
    ['userInviteFreeze', 5000],
    ['logout', 200],
  ])
  expect(logs.every(({ address }) => address === '127.0.0.1')).toBe(true)
  expect(JSON.stringify((await admin.call(opLogsList, today())).logs)).not.toContain('nobody-of-that-name')
})

test('the trail tells what devices were told to do, and not that somebody looked at their disks', async () => {
  const { gate } = demoDevices
  await service.connectDevice(gate, [channel(0)], { 'storage-info': () => ({ disks: [], raid: null }), 'disk-format': () => null })
  const run = (command: InputOf<typeof devCmdExecute>['command']) => admin.call(devCmdExecute, { sn: gate.sn, command })
  await run({ name: 'storage-info' })
  await run({ name: 'disk-format', diskId: 'hdd-1' })
  await run({ name: 'storage-info' })
  await admin.failure(devCmdExecute, { sn: gate.sn, command: { name: 'no-such-command' } as unknown as { name: 'reboot' } })
  const { logs } = await admin.call(opLogsList, { ...today(), function: 'devCmdExecute' })
  expect(logs.map(({ detail }) => subjectOf(detail)).toReversed()).toEqual([
    { sn: gate.sn, command: 'disk-format' },
    { sn: gate.sn, command: 'no-such-command' },
  ])
})

test('the trail is filtered by person, module, function and time, of 31 days at most', async () => {
  await (await service.signIn('guard')).call(profileUpdate, { alias: 'Li' })
  await admin.call(profileUpdate, { alias: 'Marit' })
  const count = async (filter: object) => (await admin.call(opLogsList, { ...today(), ...filter })).total
  expect(await count({ userId: 'harbor-guard' })).toBe(2)
  expect(await count({ module: 'account' })).toBe(4)
  expect(await count({ module: 'people' })).toBe(0)
  expect(await count({ module: 'account', function: 'profileUpdate' })).toBe(2)
  expect(await count({ module: 'people', function: 'profileUpdate' })).toBe(0)
  expect(await count({ function: 'no-such-thing' })).toBe(0)
  expect(await count({ untilMs: service.now - 60_000 })).toBe(0)
  const range = today()
  const { fromMs } = range
  expect((await admin.failure(opLogsList, { ...range, untilMs: fromMs + 31 * DAY_MS })).code).toBe(200)
  expect((await admin.failure(opLogsList, { ...range, untilMs: fromMs + 31 * DAY_MS + 1 })).code).toBe(33060)
  expect(await admin.failure(opLogsList, { ...range, untilMs: fromMs - 1 })).toEqual({ code: 1000, detail: { field: 'untilMs' } })
})

test('every call that changes something is a function of one module, and so is talking to a camera', async () => {
  const { modules } = await admin.call(moduleFunctionsGet, null)
  const named = modules.flatMap(({ functions }) => functions)
  const changing = Object.entries(registry).flatMap(([name, call]) => ('changes' in call && call.changes ? [name] : []))
  expect(named.toSorted()).toEqual([...changing, 'talk'].toSorted())
  expect(modules.find(({ module }) => module === 'installer')?.functions).toContain('remoteAccessReqAudit')
  expect(modules.find(({ module }) => module === 'devices')?.functions).toContain('deviceBind')
})

test('a notice of maintenance is told before and after signing in until it is over, and changes its name when it changes', async () => {
  const visitor = new ServiceClient(service.url)
  expect(await admin.call(maintenanceLatest, null)).toEqual({ notice: null })
  const file = join(service.folder, 'maintenance.json')
  const startsAtMs = service.now + DAY_MS
  const notice = { startsAtMs, endsAtMs: startsAtMs + 60_000, text: { 'en-US': 'New disks tonight.', 'zh-CN': '今晚更换硬盘。' } }
  await writeFile(file, JSON.stringify(notice))
  const told = await admin.call(maintenanceLatest, null)
  expect(told.notice).toMatchObject(notice)
  expect(await visitor.call(maintenanceNoTokenLatest, null)).toEqual(told)
  await writeFile(file, JSON.stringify({ ...notice, endsAtMs: notice.endsAtMs + 1 }))
  const later = await visitor.call(maintenanceNoTokenLatest, null)
  expect(later.notice?.noticeId).toMatch(/^[0-9a-f]{16}$/)
  expect(later.notice?.noticeId).not.toBe(told.notice?.noticeId)
  await writeFile(file, '{')
  expect(await admin.call(maintenanceLatest, null)).toEqual({ notice: null })
  await writeFile(file, JSON.stringify({ ...notice, startsAtMs: 1, endsAtMs: service.now - 1 }))
  expect(await visitor.call(maintenanceNoTokenLatest, null)).toEqual({ notice: null })
  await rm(file)
})

test('lines are kept for a year, and not longer', async () => {
  await service.signIn('guard')
  const kept = () => service.edit(async (db) => (await db.selectFrom('audit').select('id').execute()).length)
  const before = await kept()
  service.advance(365 * DAY_MS - 60 * 60_000)
  await service.signIn('guard')
  await expect.poll(kept).toBe(before + 1)
  service.advance(2 * 60 * 60_000)
  await expect.poll(kept, { timeout: 15_000 }).toBe(1)
})
