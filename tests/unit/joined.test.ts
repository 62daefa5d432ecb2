import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import { listed, named, withAside, withSentence } from '#src/ui/text/joined.ts'

const before = i18n.locale
afterEach(() => i18n.loadAndActivate({ locale: before || 'en-US', messages: {} }))

test.each([
  ['en-US', ['Person, Vehicle', 'Gate 1, Harbor Shop', 'Colour: red', 'Sound. This camera has none.']],
  ['zh-CN', ['Person、Vehicle', 'Gate 1，Harbor Shop', 'Colour：red', 'Sound。This camera has none.']],
])('what is put together from several texts has the marks of the language (%s)', (locale, texts) => {
  i18n.loadAndActivate({ locale, messages: {} })
  expect([
    listed(['Person', 'Vehicle']),
    withAside('Gate 1', 'Harbor Shop'),
    named('Colour', 'red'),
    withSentence('Sound', 'This camera has none.'),
  ]).toEqual(texts)
})
