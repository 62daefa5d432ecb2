import { useState } from 'react'
import { codeOf, codesOf } from '#contract/errors.ts'
import { CallError } from '../core/call-error.ts'
import { newImageCode, type ImageCode } from './image-code.ts'

const imageCodeFaults = codesOf(
  'image-code-wrong',
  'image-code-needed',
  'graphic-code-wrong',
  'graphic-code-expired',
  'graphic-code-required',
)
const CODE_EXPIRED = codeOf('code-expired')

/** True for errors that belong to the image code. `isOnlyCode`: the call carries no other code that could have expired. */
export function isImageCodeFault(code: number, isOnlyCode = false): boolean {
  return imageCodeFaults.has(code) || (isOnlyCode && code === CODE_EXPIRED)
}

/** The picture of an image code, and what was typed for it. A picture is good for one attempt: `drop` takes it away, `refresh` brings another. */
export function useImageCode(onTrouble: (error: CallError) => void) {
  const [picture, setPicture] = useState<ImageCode>()
  const [text, setText] = useState('')

  async function refresh(): Promise<void> {
    try {
      setPicture(await newImageCode())
      setText('')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onTrouble(error)
    }
  }

  function drop(): void {
    setPicture(undefined)
  }

  /** What a call carries of it. */
  const proof = picture === undefined ? {} : { idCode: picture.idCode, imgCode: text.trim() }
  return { picture, text, setText, refresh, drop, proof }
}
