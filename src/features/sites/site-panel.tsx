import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import { deleteSite, sitePeopleQuery } from '../../data/places/change-sites.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import settings from '../../ui/page/settings.module.css'
import { roleNames } from '../../ui/text/role-names.ts'
import { sceneNames, sceneOf } from '../../ui/text/scene-names.ts'
import { SiteForm } from './site-form.tsx'
import { SiteHealth } from './site-health.tsx'
import classes from './sites.module.css'

interface SitePanelProps {
  site: Site
  offlineReason: string | undefined
  onClose: () => void
}

/** One site beside the list: what and where it is, how it does, whose it is; and for administrators what can be changed. */
export function SitePanel({ site, offlineReason, onClose }: SitePanelProps) {
  const { t, i18n } = useLingui()
  const isAdministrator = useHoldsRole('administrator')
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const { deviceOnline, deviceTotal, cameraOnline, cameraTotal } = site
  return (
    <SidePanel
      title={site.siteName}
      onClose={onClose}
      actions={
        isAdministrator && (
          <>
            <Button variant="default" onClick={() => setAsked('edit')}>
              <Trans>Edit</Trans>
            </Button>
            <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setAsked('delete')}>
              <Trans>Delete</Trans>
            </OnlineButton>
          </>
        )
      }
    >
      <Facts
        facts={[
          { name: <Trans>State</Trans>, value: <SiteHealth site={site} /> },
          { name: <Trans>Scene</Trans>, value: sceneOf(site, (scene) => i18n._(sceneNames[scene])) },
          { name: <Trans>City</Trans>, value: site.city || undefined },
          { name: <Trans>Address</Trans>, value: site.address || undefined },
          { name: <Trans>Contact</Trans>, value: site.contact || undefined },
          { name: <Trans>Phone</Trans>, value: site.phone || undefined, isFigures: true },
          { name: <Trans>Time zone</Trans>, value: site.timeZone },
          { name: <Trans>Devices online</Trans>, value: t`${deviceOnline} of ${deviceTotal}`, isFigures: true },
          { name: <Trans>Cameras online</Trans>, value: t`${cameraOnline} of ${cameraTotal}`, isFigures: true },
        ]}
      />
      <div className={classes['ways']}>
        <Link to="/map" search={{ site: site.siteId }} className={settings['go']}>
          <Trans>Show on the map</Trans>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </Link>
        <Link to="/device/index" className={settings['go']}>
          <Trans>Go to devices</Trans>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </Link>
      </div>
      {isAdministrator && <People siteId={site.siteId} />}
      {asked === 'edit' && <SiteForm site={site} offlineReason={offlineReason} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && (
        <DeleteSite site={site} offlineReason={offlineReason} onDeleted={onClose} onClose={() => setAsked(undefined)} />
      )}
    </SidePanel>
  )
}

function People({ siteId }: { siteId: string }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(sitePeopleQuery(siteId))
  return (
    <section className={classes['people']}>
      <h3>
        <Trans>People assigned</Trans>
      </h3>
      {data?.users.length === 0 && (
        <p>
          <Trans>Nobody but the administrators.</Trans>
        </p>
      )}
      <ul aria-label={t`People assigned`}>
        {data?.users.map(({ userId, alias, email, role }) => (
          <li key={userId}>
            <span>{alias || email}</span>
            <small>{i18n._(roleNames[role])}</small>
          </li>
        ))}
      </ul>
      <Link to="/user/userlist" className={settings['go']}>
        <Trans>Give roles to people</Trans>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
    </section>
  )
}

/** Says what is on a site before it goes. One that has devices stays: they are unbound or moved first. */
function DeleteSite({ site, offlineReason, onDeleted, onClose }: SitePanelProps & { onDeleted: () => void }) {
  const { t } = useLingui()
  const { siteId, siteName, deviceTotal, cameraTotal } = site
  return (
    <Question
      title={<Trans>Delete “{siteName}”?</Trans>}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={deviceTotal > 0 ? t`Unbind its devices first.` : offlineReason}
      onAnswer={async () => {
        await deleteSite(siteId)
        say('done', t`“${siteName}” is deleted.`)
        onClose()
        onDeleted()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        {deviceTotal > 0 ? (
          <>
            <Plural value={deviceTotal} one="# device is on it" other="# devices are on it" />
            {', '}
            <Plural value={cameraTotal} one="with # camera." other="with # cameras." /> <Trans>Unbind its devices first.</Trans>
          </>
        ) : (
          <Trans>It has no devices. Its place on the map, its plans and the roles that people have there are lost.</Trans>
        )}
      </p>
    </Question>
  )
}
