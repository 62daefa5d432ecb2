import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { fileNameOf } from '#contract/rules.ts'
import { clipLengths } from '../archive/archiving.ts'
import { spanAround } from '../archive/span-around.ts'
import { clipTitle, type TitledEvent } from '../event/clip-title.ts'
import { Dialog } from '../controls/dialog.tsx'
import { OnlineButton } from '../controls/online-button.tsx'
import { Select } from '../controls/select.tsx'
import { FormFoot } from '../form/form-foot.tsx'
import forms from '../form/form.module.css'
import { useForm } from '../form/use-form.ts'
import type { AskedParts, ClipDownloads } from './clip-downloads.ts'
import { PartsAsked } from './parts-asked.tsx'

/** The service makes one part after the other: nobody has it make hundreds. */
const MOST = 20

const schema = z.object({ length: z.enum(clipLengths) })

/** Something that a camera saw, and by whose clock its file is named. */
export interface ClipSubject {
  seen: TitledEvent & { sn: string; chlIndex: number }
  zone: string
}

interface DownloadClipsProps {
  downloads: ClipDownloads
  subjects: readonly ClipSubject[]
  /** More were chosen: of the others no clip can be had. */
  isFewer?: boolean
  onClose: () => void
}

/** Has what cameras recorded around moments downloaded, a file for each, with the moment in its middle. */
export function DownloadClips({ downloads, subjects: all, isFewer = false, onClose }: DownloadClipsProps) {
  const { t } = useLingui()
  // What is chosen may change behind the dialog.
  const [subjects] = useState(() => all.slice(0, MOST))
  const [asked, setAsked] = useState<AskedParts>()
  const usual = { '30000': t`30 seconds`, '60000': t`1 minute`, '300000': t`5 minutes`, '900000': t`15 minutes` }
  const { form, field, trouble, isBusy } = useForm({
    initial: { length: '30000' },
    schema,
    send: async ({ length }) => {
      const parts = subjects.map(({ seen, zone }) => ({
        sn: seen.sn,
        chlIndex: seen.chlIndex,
        title: fileNameOf(clipTitle(seen, zone)),
        ...spanAround(seen.atMs, Number(length), downloads.nowMs()),
      }))
      setAsked(await downloads.ask(parts))
    },
  })
  const title: ReactNode = all.length === 1 ? <Trans>Download the clip</Trans> : <Trans>Download clips</Trans>
  if (asked !== undefined) return <PartsAsked asked={asked} title={title} onShow={downloads.show} onClose={onClose} />
  const { error: _none, ...length } = field('length')
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <p className={forms['text']}>
          <Plural value={subjects.length} one="# clip, with its event in the middle." other="# clips, each with its event in the middle." />{' '}
          {(isFewer || all.length > MOST) && <Trans>No more than {MOST} at once, and only of cameras that are still there.</Trans>}
        </p>
        <Select label={t`Length`} data-autofocus data={clipLengths.map((value) => ({ value, label: usual[value] }))} {...length} />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <OnlineButton
            type="submit"
            loading={isBusy}
            disabled={subjects.length === 0}
            offlineReason={downloads.isReachable ? undefined : t`Only with the service. It cannot be reached now.`}
          >
            <Trans>Download</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
