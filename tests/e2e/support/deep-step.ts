import { test } from '@playwright/test'
import { isDeep } from '#tests/support/depth.ts'

/** A step of a test that only its long form has. It leaves the page as it found it: what follows goes on in the short form too. */
export async function deepStep(title: string, work: () => Promise<void>): Promise<void> {
  if (isDeep) await test.step(title, work)
}
