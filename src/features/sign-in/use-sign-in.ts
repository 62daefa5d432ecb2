import { useState } from 'react'
import { CallError } from '../../data/call-error.ts'
import { signIn } from '../../data/core.ts'
import { newImageCode, type ImageCode } from '../../data/image-code.ts'

export type Attempt =
  | { kind: 'ready' }
  | { kind: 'trying' }
  /** A field is empty. */
  | { kind: 'missing'; field: 'name' | 'password' | 'code' }
  | { kind: 'failed'; error: CallError }
  /** `untilMs` by this machine's clock. */
  | { kind: 'locked'; untilMs: number }

const LOCKED = 20006
const imageCodeFaults: ReadonlySet<number> = new Set([1005, 1007, 1008, 20007, 20008, 20009])

/** True for errors that belong to the image code. */
export function isImageCodeFault(code: number): boolean {
  return imageCodeFaults.has(code)
}

/** Signing in as the page sees it: one attempt at a time, and an image code when the service asks for one. */
export function useSignIn() {
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'ready' })
  const [imageCode, setImageCode] = useState<ImageCode>()

  async function refreshImageCode(): Promise<void> {
    try {
      setImageCode(await newImageCode())
    } catch (error) {
      if (error instanceof CallError) setAttempt({ kind: 'failed', error })
    }
  }

  async function submit(input: { name: string; password: string; code: string }): Promise<void> {
    if (input.name.trim() === '') return setAttempt({ kind: 'missing', field: 'name' })
    if (input.password === '') return setAttempt({ kind: 'missing', field: 'password' })
    if (imageCode && input.code.trim() === '') return setAttempt({ kind: 'missing', field: 'code' })
    setAttempt({ kind: 'trying' })
    try {
      const proof = imageCode ? { idCode: imageCode.idCode, imgCode: input.code.trim() } : {}
      await signIn({ loginName: input.name.trim(), password: input.password, ...proof })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { code, detail } = error
      setAttempt(code === LOCKED ? { kind: 'locked', untilMs: Date.now() + (detail.lockedForMs ?? 0) } : { kind: 'failed', error })
      // A picture is good for one attempt.
      if (imageCode || detail.imageCodeNeeded || isImageCodeFault(code)) await refreshImageCode()
    }
  }

  return { attempt, imageCode, submit, refreshImageCode, forget: () => setAttempt({ kind: 'ready' }) }
}
