import type { ReactNode } from 'react'
import forms from './form.module.css'

/** What is wrong with none of the fields in particular, if anything is. */
export function TroubleLine({ text }: { text: ReactNode }) {
  if (!text) return null
  return (
    <p className={forms['trouble']} role="alert">
      {text}
    </p>
  )
}
