import { Button } from './button.tsx'
import { useRef, type ReactNode } from 'react'

/** A button that opens the file chooser. The same file can be chosen twice in a row. */
export function ChooseFile({
  accept,
  label,
  isDisabled,
  onChoose,
  children,
}: {
  accept: string
  label: string
  isDisabled?: boolean
  onChoose: (file: File) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button variant="default" disabled={isDisabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
