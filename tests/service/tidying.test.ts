import { expect, test } from 'vitest'
import { TIDY_AFTER_MS } from '#server/runtime/clock.ts'
import { sha256 } from '#server/runtime/secrets.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'

test('a service tidies up a minute after its start, and looks at deadlines at once', async () => {
  const service = await TestService.start({ tidyAfterMs: TIDY_AFTER_MS })
  await service.signIn('admin')
  const [ticket, link] = [sha256('old ticket'), sha256('old link')]
  await service.edit(async (db) => {
    const { id: session_id } = await db.selectFrom('session').select('id').executeTakeFirstOrThrow()
    const old = { session_id, expires_at_ms: service.now - 1 }
    await db
      .insertInto('media_ticket')
      .values({ token_sha256: ticket, holder: 'tab', ...old })
      .execute()
    const page = { sn: demoDevices.gate.sn, url: 'http://192.0.2.1/' }
    await db
      .insertInto('device_page_link')
      .values({ token_sha256: link, ...page, ...old })
      .execute()
  })
  const left = () =>
    service.edit(async (db) => {
      const tickets = await db.selectFrom('media_ticket').select('token_sha256').execute()
      const links = await db.selectFrom('device_page_link').select('token_sha256').execute()
      return [...tickets, ...links].map(({ token_sha256 }) => token_sha256)
    })
  await expect.poll(left).toEqual([ticket])
  service.advance(TIDY_AFTER_MS)
  await expect.poll(left).toEqual([])
  await service.close()
})
