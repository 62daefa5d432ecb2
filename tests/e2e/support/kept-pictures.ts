import type { Page } from '@playwright/test'

/** Of what each part of a process holds; numbers are hexadecimal. */
interface Dump {
  args?: { dumps?: { allocators?: Record<string, { attrs: Record<string, { value: string }> }> } }
}

const DECODED = 'cc/image_memory'

/** What a browser keeps of pictures that it has decoded, bytes, by what it tells of the memory of all its processes. */
export async function keptPicturesBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const dumps: Dump[] = []
  session.on('Tracing.dataCollected', ({ value }) => dumps.push(...value))
  const told = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-memory-infra'], memoryDumpConfig: {} },
    transferMode: 'ReportEvents',
  })
  const { success } = await session.send('Tracing.requestMemoryDump', { deterministic: true, levelOfDetail: 'detailed' })
  await session.send('Tracing.end')
  await told
  await session.detach()
  const parts = dumps.flatMap(({ args }) => Object.keys(args?.dumps?.allocators ?? {}))
  if (!success || parts.length === 0) throw new Error('The browser does not tell what it has in its memory.')
  return dumps.reduce((sum, { args }) => sum + Number.parseInt(args?.dumps?.allocators?.[DECODED]?.attrs['size']?.value ?? '0', 16), 0)
}
