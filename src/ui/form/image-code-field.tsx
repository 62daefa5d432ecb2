import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { lengths } from '#contract/limits.ts'
import { Field } from './field.tsx'
import classes from '../page/entrance.module.css'

/** Asks for the four characters in a picture; a press on the picture brings another one. While it is on its way its place is kept. */
export function ImageCodeField(props: {
  picture: string | undefined
  value: string
  error: ReactNode
  onChange: (code: string) => void
  onRefresh: () => void
}) {
  const { t } = useLingui()
  return (
    <div className={classes['code']}>
      <Field
        label={t`Characters in the picture`}
        name="image-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={lengths.imageCode}
        value={props.value}
        error={props.error}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <button type="button" className={classes['picture']} onClick={props.onRefresh} title={t`Show another picture`}>
        {props.picture === undefined ? <i /> : <img src={props.picture} alt={t`Picture with four characters`} />}
        <span>
          <Trans>Another picture</Trans>
        </span>
      </button>
    </div>
  )
}
