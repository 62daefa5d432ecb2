import { expect, test } from './support/test.ts'
test('try', async ({ people, stack }) => {
  const page = await people.tab()
  page.on('pageerror', (e) => console.log('PAGEERR', e.stack))
  page.on('console', (e) => console.log('CONS', e.type(), e.text()))
  await page.context().grantPermissions(['notifications'], { origin: `http://localhost:${stack.port}` })
  await page.goto(stack.address('/account/notifications'))
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible({timeout: 8000}).catch(() => console.log('NOT SHOWN'))
  console.log(await page.evaluate(async () => {
    const r = await navigator.serviceWorker.ready
    const out: unknown[] = [Notification.permission, document.hasFocus(), navigator.userActivation.hasBeenActive]
    try { await r.showNotification('x', { tag: 'a', body: 'b' }); out.push((await r.getNotifications()).map((n) => n.title)) } catch (e) { out.push(String(e)) }
    try { out.push(String(await r.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: 'BGM8TuIYAgBjtK3cGTIvOjSsU5Jx41ITujgYm2I_qhwJ2mOgInBtq0dWurvB8d7VWoNqwObQvjfxA3XbOtgwL1E' }))) } catch (e) { out.push(String(e)) }
    out.push(speechSynthesis.getVoices().length)
    return JSON.stringify(out)
  }))
  await page.screenshot({ path: '/tmp/d-1.png', fullPage: true })
})
