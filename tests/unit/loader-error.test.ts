import { expect, test } from 'vitest'
import { isLoaderError } from '#src/lib/loader-error.ts'

test.each([
  new Error('Loading chunk 42 failed.\n(missing: https://video.example.org/user/js/42.js)'),
  new Error('Loading CSS chunk 7 failed.'),
  new Error('Loading chunk devices-Ab3xxxZ9.js failed'),
  new TypeError('Failed to fetch dynamically imported module: https://video.example.org/user/js/devices.js'),
  new TypeError('error loading dynamically imported module: https://video.example.org/user/js/devices.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /user/css/devices.css'),
  Object.assign(new Error('style'), { code: 'CSS_CHUNK_LOAD_FAILED' }),
])('a person is offered to reload, not shown: %s', (error) => {
  expect(isLoaderError(error)).toBe(true)
})

test.each([new Error('Failed to fetch'), new TypeError('x is undefined'), 'Loading chunk 42 failed', undefined])(
  'another fault is no reason to reload: %s',
  (error) => {
    expect(isLoaderError(error)).toBe(false)
  },
)
