import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { archiveDownload, archiveVideo } from '#contract/calls/archive/archive.ts'
import { createDownloadTask } from '#contract/plugin/commands/create-download-task.ts'
import { fileName, fileNameOf } from '#contract/rules.ts'
import { safeFileName } from '#plugin/downloads/file-names.ts'
import { archiveFileName } from '#server/video/archive/archive-views.ts'

const forbidden = Array.from('/\\:*?<>|"')

/** The message of what is wrong, as forms and the service's answer have it; `undefined` when nothing is. */
function problem(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
  fc.array(fc.constantFrom(...forbidden, 'a', '.', ' ', '门'), { minLength: 1, maxLength: 64 }).map((found) => found.join('')),
)

describe('the name of a file', () => {
  it.each([
    ['Gate 1 – entry 2026-11-22.jpg', undefined],
    [`it's 100% #1 & more, really.avi`, undefined],
    ['大门.mp4', undefined],
    ['', 'required'],
    ['a'.repeat(255), undefined],
    ['a'.repeat(256), 'too-long'],
  ])('%s: %s', (text, expected) => {
    expect(problem(fileName, text)).toBe(expected)
  })

  it('never has a forbidden character, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.constantFrom(...forbidden), fc.string({ maxLength: 20 }), (before, character, after) => {
        expect(problem(fileName, before + character + after)).toBe('file-name-characters')
      }),
    )
  })

  it('can be made of whatever somebody has named a camera or a title, and stays as it is when it is one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const made = fileNameOf(text)
        expect(problem(fileName, made)).toBeUndefined()
        expect(fileNameOf(made)).toBe(made)
        expect(made).toHaveLength(text.length)
      }),
    )
    expect(fileNameOf('Gate "1" 12:30/2.jpg')).toBe('Gate -1- 12-30-2.jpg')
  })

  it('is checked by the plugin before it writes, and in every answer of the service that names a file', () => {
    for (const { shape } of [createDownloadTask.request, archiveVideo, archiveDownload]) expect(shape.fileName).toBe(fileName)
  })

  it('is kept wherever the service and the plugin make one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(problem(fileName, archiveFileName({ title: text }))).toBeUndefined()
        expect(problem(fileName, safeFileName(text))).toBeUndefined()
      }),
    )
  })
})
