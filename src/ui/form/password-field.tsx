import { Trans, useLingui } from '@lingui/react/macro'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Field } from './field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import classes from '../page/entrance.module.css'

/** A password, shown on demand, with a hint while Caps Lock is on. `purpose` tells password managers whether it is a new one. */
export function PasswordField({
  label,
  name = 'password',
  purpose = 'current-password',
  value,
  error,
  onChange,
}: {
  label: string
  name?: string
  purpose?: 'current-password' | 'new-password'
  value: string
  error: ReactNode
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const RevealIcon = isShown ? IconEyeOff : IconEye
  return (
    <>
      <Field
        label={label}
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete={purpose}
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={error}
        onChange={onChange}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        tool={
          <IconButton label={t`Show the password`} isPressed={isShown} onClick={() => setShown(!isShown)}>
            <RevealIcon size={18} stroke={1.5} aria-hidden />
          </IconButton>
        }
      />
      {capsLock && (
        <p className={classes['hint']} role="status">
          <Trans>Caps Lock is on.</Trans>
        </p>
      )}
    </>
  )
}
