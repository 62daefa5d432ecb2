import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OutputOfStation } from '#contract/calls/station/station-list.ts'
import { OutputFigure } from '#src/features/stations/output-figure.tsx'

const NOW_MS = Date.UTC(2026, 0, 5, 14)
const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
})

const output: OutputOfStation = {
  voId: 1,
  dpi: '1920x1080',
  content: { kind: 'views', title: 'Gates', dwellS: 10, views: [] },
  turns: [],
  message: null,
  isMuted: true,
  front: null,
  remote: null,
  isConnected: true,
  report: null,
  reportedAtMs: null,
  pictureUrl: '/picture.jpg',
  picturedAtMs: NOW_MS - 12_000,
}

/** What is read below the picture, and whether that is dimmed. */
function figure(changes: Partial<OutputOfStation>, offsetMs = 0): { caption: string; isDimmed: boolean } {
  const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const drawn = createElement(OutputFigure, { output: { ...output, ...changes }, offsetMs })
  const html = renderToStaticMarkup(createElement(I18nProvider, { i18n }, drawn))
  const text = html.slice(html.lastIndexOf('<img')).replaceAll(/<[^>]*>/g, '')
  return { caption: text, isDimmed: html.includes('data-past="true"') }
}

test('a picture of a screen says how old it is, and is dimmed when none has come for two minutes', () => {
  expect(figure({})).toEqual({ caption: '1 Gates · 12s ago', isDimmed: false })
  expect(figure({ picturedAtMs: NOW_MS - 119_000 })).toEqual({ caption: '1 Gates · 1m ago', isDimmed: false })
  expect(figure({ picturedAtMs: NOW_MS - 121_000 })).toEqual({ caption: '1 Gates · 2m ago', isDimmed: true })
  expect(figure({ picturedAtMs: NOW_MS - HOUR_MS - 12_000 }, -HOUR_MS)).toEqual({ caption: '1 Gates · 12s ago', isDimmed: false })
})

test('it is dimmed where the screen is away, however new it is', () => {
  expect(figure({ isConnected: false }).isDimmed).toBe(true)
})
