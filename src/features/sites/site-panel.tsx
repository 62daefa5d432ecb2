import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import settings from '../../ui/page/settings.module.css'
import { sceneNames, sceneOf } from '../../ui/text/scene-names.ts'
import { DeleteSite } from './delete-site.tsx'
import { SiteForm } from './site-form.tsx'
import { SiteHealth } from './site-health.tsx'
import { SitePeople } from './site-people.tsx'
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
          { name: <Trans>Labels</Trans>, value: site.labels?.join(', ') || undefined },
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
      {isAdministrator && <SitePeople siteId={site.siteId} siteName={site.siteName} offlineReason={offlineReason} />}
      {asked === 'edit' && <SiteForm site={site} offlineReason={offlineReason} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && (
        <DeleteSite site={site} offlineReason={offlineReason} onDeleted={onClose} onClose={() => setAsked(undefined)} />
      )}
    </SidePanel>
  )
}
