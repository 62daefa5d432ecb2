import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import type { SavedSearch } from '#contract/calls/config/user-config.ts'
import { codeOf } from '#contract/errors.ts'
import { name as nameRule } from '#contract/rules.ts'
import { coreState } from '../../data/core/core.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { deleteSearch, saveSearch, searchesQuery } from '../../data/records/searches.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { errorText } from '../../ui/text/error-text.ts'
import type { EventSearch } from './event-search.ts'
import { savedOf, searchOf } from './saved-search.ts'
import list from '../../ui/controls/kept-list.module.css'
import classes from './saved.module.css'

const schema = z.object({ name: nameRule(32) })

/** The saved searches by name, and a field that saves the one that is shown. */
export function SavedList({ search, onOpen }: { search: EventSearch; onOpen: (search: EventSearch) => void }) {
  const { t } = useLingui()
  const { data } = useQuery(searchesQuery)
  const age = useAnswerAge(searchesQuery.queryKey)
  const { clockOffsetMs } = useSnapshot(coreState)
  const { run } = useAction()
  const kept = t`Kept here. It is sent when the service can be reached.`
  const { form, field, trouble, isBusy, drop } = useForm({
    initial: { name: '' },
    schema,
    isFocused: true,
    fieldOfError: { 'layout-name-taken': 'name' },
    textOf: (fault) => (fault.code === codeOf('layout-name-taken') ? t`You already have a search with this name.` : errorText(fault)),
    send: async ({ name }) => {
      const { isQueued } = await saveSearch({ configName: name, configValue: savedOf(search) })
      say('done', isQueued ? kept : t`“${name}” is saved.`)
      drop()
    },
  })
  async function remove({ configId, configName, configValue }: SavedSearch) {
    const { isQueued } = await deleteSearch(configId)
    say('done', isQueued ? kept : t`“${configName}” is deleted.`, {
      label: t`Undo`,
      run: () => void run(() => saveSearch({ configName, configValue })),
    })
  }
  return (
    <>
      <form className={list['new']} {...form}>
        <TextInput
          aria-label={t`Name of the search`}
          placeholder={t`Save this search as…`}
          size="sm"
          autoComplete="off"
          {...field('name')}
          error={trouble.name ?? trouble.form}
        />
        <Button type="submit" size="sm" loading={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </form>
      <AsOf timeMs={age} />
      {data?.length === 0 && (
        <p className={list['none']}>
          <Trans>No saved searches yet.</Trans>
        </p>
      )}
      <ul className={list['list']}>
        {data?.map((saved) => {
          const { configId, configName, configValue } = saved
          return (
            <li key={configId}>
              <button type="button" className={classes['name']} onClick={() => onOpen(searchOf(configValue, Date.now() + clockOffsetMs))}>
                {configName}
              </button>
              <IconButton label={t`Delete “${configName}”`} onClick={() => void run(() => remove(saved))}>
                <IconTrash size={16} stroke={1.5} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}
