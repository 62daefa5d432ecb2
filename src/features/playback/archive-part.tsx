import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { archiveFacts, archiveLimits } from '#contract/archives.ts'
import { name, nameOf } from '#contract/rules.ts'
import { channelKey } from '#shared/channel-key.ts'
import { timeIn } from '#shared/time/zone.ts'
import { coreState } from '../../data/core/core.ts'
import { createArchive } from '../../data/records/archives.ts'
import { ArchiveFactsFields, sentFacts } from '../../ui/archive/archive-facts-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { timeRangeText } from '../../ui/text/time-text.ts'
import type { Part } from '../../ui/time-line/core/part.ts'
import type { NamedCamera } from './named-camera.ts'
import { markedSpan, partLengths, spanOf } from './part-span.ts'
import classes from './save-part.module.css'

interface ArchivePartProps {
  cameras: readonly NamedCamera[]
  zone: string
  /** What is marked on the time line. */
  part: Part
  /** Where the playhead stood when it was asked for. */
  atMs: number
  onClose: () => void
}

const schema = z.object({
  length: z.enum(partLengths),
  title: name(archiveLimits.titleLength),
  ...archiveFacts,
  cameras: z.array(z.string()).check(z.minLength(1, 'no-camera')),
})

/** Has a part of the recordings archived, of these cameras together: each becomes an archive, and all of them play side by side. */
export function ArchivePart({ cameras, zone, part, atMs, onClose }: ArchivePartProps) {
  const { t, i18n } = useLingui()
  const { isServiceReachable, clockOffsetMs } = useSnapshot(coreState)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(cameras.map(keyOf)))
  const [made, setMade] = useState<string>()
  const [nowMs] = useState(() => Date.now() + clockOffsetMs)
  const [batchId] = useState(() => crypto.randomUUID())
  /** Those that the service has taken, when it is asked again after a refusal. */
  const taken = useRef(new Map<string, string>())
  const marked = markedSpan(part)
  const [first] = cameras
  const { form, field, values, trouble, isBusy } = useForm({
    initial: {
      length: marked === undefined ? '60000' : 'marked',
      title: nameOf(`${first?.name ?? ''} ${timeIn(atMs, zone, 'YYYY-MM-DD HH.mm')}`)
        .trim()
        .slice(0, archiveLimits.titleLength),
      caseNumber: '',
      tags: '',
      notes: '',
      cameras: '',
    },
    schema,
    input: (typed) => ({ length: typed.length, ...sentFacts(typed), cameras: [...chosen] }),
    words: { cameras: t`Choose at least one camera.` },
    send: async ({ length: _length, cameras: _keys, ...facts }) => {
      const wanted = cameras.filter((camera) => chosen.has(keyOf(camera)))
      for (const camera of wanted.filter((one) => !taken.current.has(keyOf(one)))) {
        const { sn, chlIndex } = camera
        const together = wanted.length > 1 ? { batchId } : {}
        const { archiveId } = await createArchive({ ...facts, ...span, sn, chlIndex, ...together })
        taken.current.set(keyOf(camera), archiveId)
      }
      setMade(taken.current.values().next().value)
    },
  })
  const length = partLengths.find((one) => one === values.length) ?? '60000'
  const span = spanOf(length, 1, { part, atMs, nowMs })
  if (made !== undefined) return <Begun archiveId={made} onClose={onClose} />
  const { error: _none, ...lengthField } = field('length')
  return (
    <Dialog title={<Trans>Archive a part</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <Select
          label={t`Length`}
          data={[
            ...(marked === undefined ? [] : [{ value: 'marked', label: t`From mark to mark` }]),
            { value: '30000', label: t`30 seconds` },
            { value: '60000', label: t`1 minute` },
            { value: '300000', label: t`5 minutes` },
            { value: '900000', label: t`15 minutes` },
          ]}
          {...lengthField}
        />
        <p className={`${forms['text']} sl-figures`}>{timeRangeText(span.startMs, span.endMs, i18n.locale)}</p>
        {cameras.length > 1 && (
          <fieldset className={classes['cameras']}>
            <legend>
              <Trans>Cameras</Trans>
            </legend>
            {cameras.map((camera) => (
              <Checkbox
                key={keyOf(camera)}
                label={camera.name}
                checked={chosen.has(keyOf(camera))}
                onChange={({ currentTarget: { checked } }) => setChosen(withKey(chosen, keyOf(camera), checked))}
              />
            ))}
          </fieldset>
        )}
        <ArchiveFactsFields field={field} />
        <FormFoot trouble={trouble.form ?? trouble.cameras} onCancel={onClose}>
          <OnlineButton
            type="submit"
            loading={isBusy}
            offlineReason={isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`}
          >
            <Trans>Archive</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}

/** The way to what is being made. */
function Begun({ archiveId, onClose }: { archiveId: string; onClose: () => void }) {
  return (
    <Dialog title={<Trans>Archive a part</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']} role="status">
          <Trans>It is being archived. You can go on meanwhile, and find it among the archives.</Trans>
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Link to="/archives-details/$id" params={{ id: archiveId }} data-autofocus>
            <Trans>Show the archive</Trans>
          </Link>
        </div>
      </div>
    </Dialog>
  )
}

function keyOf({ sn, chlIndex }: NamedCamera): string {
  return channelKey(sn, chlIndex)
}

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}
