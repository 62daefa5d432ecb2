import { Trans, useLingui } from '@lingui/react/macro'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './sign-in.module.css'

/** The password, shown on demand, with a hint while Caps Lock is on. */
export function PasswordField({ value, error, onChange }: { value: string; error: ReactNode; onChange: (password: string) => void }) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const RevealIcon = isShown ? IconEyeOff : IconEye
  return (
    <>
      <Field
        label={t`Password`}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
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
