import { useState } from 'react'
import { codeOf, codesOf } from '#contract/errors.ts'
import { type Fault, faultOf } from '../../lib/fault.ts'
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

/** The picture of an image code. It is good for one attempt: `drop` takes it away, `refresh` brings another. */
export function useImageCode(onTrouble: (fault: Fault) => void) {
  const [picture, setPicture] = useState<ImageCode>()

  async function refresh(): Promise<void> {
    const asked = newImageCode()
    const fault = await faultOf(asked)
    if (fault) onTrouble(fault)
    else setPicture(await asked)
  }

  function drop(): void {
    setPicture(undefined)
  }

  /** What a call carries of it, with what was typed for it. */
  const proof = (imgCode?: string) => (picture === undefined ? {} : { idCode: picture.idCode, imgCode })
  return { picture, refresh, drop, proof }
}
