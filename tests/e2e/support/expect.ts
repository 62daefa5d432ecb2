import { expect as base } from '@playwright/test'

/** What is polled for comes within some hundred milliseconds: Playwright's own last interval, of a second, was what tests mostly waited for. */
const INTERVALS_MS = [20, 50, 100, 100, 250]

const poll: typeof base.poll = (actual, asked) =>
  base.poll(actual, { intervals: INTERVALS_MS, ...(typeof asked === 'string' ? { message: asked } : asked) })

/** Playwright's, whose `poll` looks more often. */
export const expect: typeof base = new Proxy(base, { get: (of, name) => (name === 'poll' ? poll : (Reflect.get(of, name) as unknown)) })
