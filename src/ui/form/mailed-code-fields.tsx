import type { ReactNode, Ref } from 'react'
import type { CodeSending } from '../../lib/code-sending.ts'
import { EmailCodeField } from './email-code-field.tsx'
import { ImageCodeField } from './image-code-field.tsx'

type CodeField = 'imgCode' | 'dynamicCode'

/** The picture, and the code by e-mail that it guards: two fields of a form (`useForm`), with what sends the code. */
export function MailedCodeFields({
  fields: { values, trouble, set },
  mailed: { picture, refresh, sending, isBusy, inputRef, send },
}: {
  fields: {
    values: Record<CodeField, string>
    trouble: Partial<Record<CodeField, ReactNode>>
    set: (name: CodeField, text: string) => void
  }
  mailed: {
    picture: string | undefined
    refresh: () => Promise<void>
    sending: CodeSending
    isBusy: boolean
    inputRef: Ref<HTMLInputElement>
    send: () => Promise<void>
  }
}) {
  return (
    <>
      <ImageCodeField
        picture={picture}
        value={values.imgCode}
        error={trouble.imgCode}
        onChange={(text) => set('imgCode', text)}
        onRefresh={() => void refresh()}
      />
      <EmailCodeField
        inputRef={inputRef}
        value={values.dynamicCode}
        error={trouble.dynamicCode}
        sending={sending}
        isBusy={isBusy}
        onChange={(text) => set('dynamicCode', text)}
        onSend={() => void send()}
      />
    </>
  )
}
