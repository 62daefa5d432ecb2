import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import classes from './field.module.css'

/** A text field with its label and its error, for pages that do without Mantine. `tool` stands inside at the right. */
export function Field({
  label,
  error,
  tool,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  label: string
  error?: ReactNode
  tool?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={classes['box']}>
        <input id={id} aria-invalid={error ? true : undefined} aria-describedby={error ? errorId : undefined} {...input} />
        {tool}
      </div>
      {error && (
        <p id={errorId} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  )
}
