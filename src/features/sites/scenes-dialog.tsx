import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { siteSceneAdd } from '#contract/calls/device/site-scene-add.ts'
import { siteLengths } from '#contract/calls/device/site-input.ts'
import { addScene, deleteScene, scenesQuery } from '../../data/places/change-sites.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import forms from '../../ui/form/form.module.css'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { useForm } from '../../ui/form/use-form.ts'
import classes from './sites.module.css'

/** Scenes of the organization's own, beside those that are always there: added by name, each once, and deleted when no site has them. */
export function ScenesDialog({ offlineReason, onClose }: { offlineReason: string | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const { data } = useQuery(scenesQuery)
  const action = useAction()
  const { form, field, set, trouble, isBusy } = useForm({
    initial: { sceneName: '' },
    schema: siteSceneAdd.input,
    input: (typed) => typed,
    send: async ({ sceneName }) => {
      await addScene(sceneName)
      set('sceneName', '')
    },
  })
  return (
    <Dialog title={<Trans>Scenes of your own</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <p className={forms['text']}>
          <Trans>They can be chosen for sites beside park, store, warehouse and the others.</Trans>
        </p>
        {data && data.scenes.length > 0 && (
          <ul className={classes['scenes']} aria-label={t`Scenes of your own`}>
            {data.scenes.map(({ sceneName, sites }) => (
              <li key={sceneName}>
                <span>
                  {sceneName} <small>{sites === 0 ? <Trans>no site</Trans> : <Plural value={sites} one="# site" other="# sites" />}</small>
                </span>
                <OnlineButton
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t`Delete: ${sceneName}`}
                  offlineReason={sites > 0 ? t`A site has this scene. Give it another one first.` : offlineReason}
                  onClick={() => void action.run(() => deleteScene(sceneName))}
                >
                  <Trans>Delete</Trans>
                </OnlineButton>
              </li>
            ))}
          </ul>
        )}
        <TroubleLine text={action.trouble} />
        <div className={classes['newScene']}>
          <TextInput label={t`New scene`} maxLength={siteLengths.customScene} autoComplete="off" data-autofocus {...field('sceneName')} />
          <OnlineButton type="submit" variant="default" offlineReason={offlineReason} loading={isBusy}>
            <Trans>Add scene</Trans>
          </OnlineButton>
        </div>
        <TroubleLine text={trouble.form} />
      </form>
    </Dialog>
  )
}
