import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sendingAfter, type CodeSending } from '../../lib/code-sending.ts'
import { CallError } from '../core/call-error.ts'
import { isImageCodeFault, useImageCode } from './use-image-code.ts'

interface MailedCodeParts {
  /** What was typed for the picture. */
  imgCode: string
  /** Asked before each sending: whether all that it needs is filled in. */
  mayAsk: () => boolean
  /** Asks for a code. Throws `CallError`. */
  ask: (proof: { idCode: string; imgCode: string }) => Promise<{ resendAfterMs: number; isOnItsWay?: boolean | undefined }>
  /** The picture is another one: what was typed for the last one is void. */
  onAnotherPicture: () => void
  onTrouble: (at: 'imgCode' | 'form', error: CallError) => void
}

/** A code by e-mail that a picture guards, as forms need it which prove an address: the picture, where the sending stands, and the sending. */
export function useMailedCode({ imgCode, mayAsk, ask, onAnotherPicture, onTrouble }: MailedCodeParts) {
  const [sending, setSending] = useState<CodeSending>({ kind: 'unset' })
  const [isBusy, setBusy] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)
  const image = useImageCode((error) => onTrouble('form', error))
  const begin = useEffectEvent(() => void image.refresh())
  useEffect(() => begin(), [])

  /** A picture is good for one attempt: it is gone at once, so that nobody types for it again, and another one comes. */
  async function anotherPicture() {
    onAnotherPicture()
    image.drop()
    await image.refresh()
  }

  async function send() {
    if (isBusy || !mayAsk()) return
    setBusy(true)
    try {
      // What was typed is for no picture: that one could not be had so far.
      if (image.picture === undefined) return await anotherPicture()
      const { resendAfterMs, isOnItsWay } = await ask({ idCode: image.picture.idCode, imgCode })
      setSending({ kind: 'sent', againAtMs: Date.now() + resendAfterMs, isOnItsWay })
      inputRef.current?.focus()
      await anotherPicture()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const another = anotherPicture()
      setSending((before) => sendingAfter(error) ?? before)
      onTrouble(isImageCodeFault(error.code, true) ? 'imgCode' : 'form', error)
      await another
    } finally {
      setBusy(false)
    }
  }

  return { picture: image.picture?.imgCodeImgData, refresh: image.refresh, sending, isBusy, inputRef, send }
}
