import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as firstLight from './migrations/0001-first-light.ts'
import * as licence from './migrations/0010-licence.ts'
import * as event from './migrations/0020-event.ts'
import * as eventKind from './migrations/0021-event-kind.ts'
import * as mail from './migrations/0030-1-mail.ts'
import * as account from './migrations/0030-2-account.ts'
import * as people from './migrations/0030-3-people.ts'
import * as pictures from './migrations/0030-4-pictures.ts'
import * as devices from './migrations/0040-devices.ts'
import * as archive from './migrations/0050-archive.ts'
import * as cloudStorage from './migrations/0051-cloud-storage.ts'
import * as once from './migrations/0060-once.ts'
import * as nodes from './migrations/0061-nodes.ts'
import * as deviceByName from './migrations/0062-device-by-name.ts'
import * as rightsAnew from './migrations/0095-rights-anew.ts'
import * as recordingRetry from './migrations/0096-recording-retry.ts'
import * as brandingPictures from './migrations/0100-branding-pictures.ts'
import * as sharedConfigs from './migrations/0110-shared-configs.ts'
import * as choices from './migrations/0120-choices.ts'
import * as placesOfAlarms from './migrations/0120-places-of-alarms.ts'
import * as tenantLimits from './migrations/0130-tenant-limits.ts'
import * as recordedParts from './migrations/0140-recorded-parts.ts'
import * as foundAlongIndexes from './migrations/0150-found-along-indexes.ts'
import * as folded from './migrations/0151-folded.ts'
import * as cloudTriggers from './migrations/0152-cloud-triggers.ts'
import * as knownPersons from './migrations/0160-known-persons.ts'
import * as pieceHashes from './migrations/0170-piece-hashes.ts'
import * as alarmHandling from './migrations/0180-alarm-handling.ts'
import * as plateColour from './migrations/0200-plate-colour.ts'
import * as announced from './migrations/0210-announced.ts'
import * as webPush from './migrations/0211-web-push.ts'
import * as sitePlans from './migrations/0220-site-plans.ts'
import * as mapViews from './migrations/0221-map-views.ts'
import * as eventBox from './migrations/0230-event-box.ts'
import * as archivesThatGoOn from './migrations/0240-archives-that-go-on.ts'
import * as archiveCase from './migrations/0250-archive-case.ts'
import * as carefulShares from './migrations/0260-careful-shares.ts'
import * as redactions from './migrations/0270-redactions.ts'
import * as sitesAndHealth from './migrations/0280-sites-and-health.ts'
import * as proof from './migrations/0300-proof.ts'
import * as statusChanges from './migrations/0310-status-changes.ts'
import * as networkTrials from './migrations/0330-network-trials.ts'
import * as manyChanges from './migrations/0331-many-changes.ts'
import * as diskSamples from './migrations/0332-disk-samples.ts'
import * as stations from './migrations/0350-stations.ts'
import * as shareOpenings from './migrations/0370-share-openings.ts'
import * as waysToPay from './migrations/0380-ways-to-pay.ts'
import * as cloudRenewals from './migrations/0390-cloud-renewals.ts'
import * as sessionUse from './migrations/0400-session-use.ts'
import * as codesUnderKey from './migrations/0401-codes-under-key.ts'
import * as auditAge from './migrations/0402-audit-age.ts'
import * as stationFronts from './migrations/0420-station-fronts.ts'
import * as stationRemotes from './migrations/0421-station-remotes.ts'
import * as stationTroublesTold from './migrations/0422-station-troubles-told.ts'
import * as formerKeys from './migrations/0440-former-keys.ts'
import * as sharesOfSeveral from './migrations/0441-shares-of-several.ts'
import * as bindingKeys from './migrations/0470-binding-keys.ts'
import * as pageLinkHolders from './migrations/0471-page-link-holders.ts'
import * as streamDrops from './migrations/0490-stream-drops.ts'
import * as daysOfRoom from './migrations/0500-days-of-room.ts'
import * as stationContentTimes from './migrations/0515-station-content-times.ts'
import * as stationNodes from './migrations/0516-station-nodes.ts'
import * as stationProofs from './migrations/0517-station-proofs.ts'
import * as sessionPlaces from './migrations/0520-session-places.ts'
import * as codesByAsker from './migrations/0521-codes-by-asker.ts'
import * as whoNamedRecipients from './migrations/0525-who-named-recipients.ts'
import * as storedObjects from './migrations/0526-stored-objects.ts'
import * as importTurns from './migrations/0527-import-turns.ts'
import * as onceNode from './migrations/0528-once-node.ts'
import * as storeSweep from './migrations/0530-store-sweep.ts'
import type { Schema } from './schema.ts'

/** Every migration in order. A landed one is never edited: what comes later is a new file and a new line here. */
const migrations = {
  '0001-first-light': firstLight,
  '0010-licence': licence,
  '0020-event': event,
  '0021-event-kind': eventKind,
  '0030-1-mail': mail,
  '0030-2-account': account,
  '0030-3-people': people,
  '0030-4-pictures': pictures,
  '0040-devices': devices,
  '0050-archive': archive,
  '0051-cloud-storage': cloudStorage,
  '0060-once': once,
  '0061-nodes': nodes,
  '0062-device-by-name': deviceByName,
  '0095-rights-anew': rightsAnew,
  '0096-recording-retry': recordingRetry,
  '0100-branding-pictures': brandingPictures,
  '0110-shared-configs': sharedConfigs,
  '0120-choices': choices,
  '0120-places-of-alarms': placesOfAlarms,
  '0130-tenant-limits': tenantLimits,
  '0140-recorded-parts': recordedParts,
  '0150-found-along-indexes': foundAlongIndexes,
  '0151-folded': folded,
  '0152-cloud-triggers': cloudTriggers,
  '0160-known-persons': knownPersons,
  '0170-piece-hashes': pieceHashes,
  '0180-alarm-handling': alarmHandling,
  '0200-plate-colour': plateColour,
  '0210-announced': announced,
  '0211-web-push': webPush,
  '0220-site-plans': sitePlans,
  '0221-map-views': mapViews,
  '0230-event-box': eventBox,
  '0240-archives-that-go-on': archivesThatGoOn,
  '0250-archive-case': archiveCase,
  '0260-careful-shares': carefulShares,
  '0270-redactions': redactions,
  '0280-sites-and-health': sitesAndHealth,
  '0300-proof': proof,
  '0310-status-changes': statusChanges,
  '0330-network-trials': networkTrials,
  '0331-many-changes': manyChanges,
  '0332-disk-samples': diskSamples,
  '0350-stations': stations,
  '0370-share-openings': shareOpenings,
  '0380-ways-to-pay': waysToPay,
  '0390-cloud-renewals': cloudRenewals,
  '0400-session-use': sessionUse,
  '0401-codes-under-key': codesUnderKey,
  '0402-audit-age': auditAge,
  '0420-station-fronts': stationFronts,
  '0421-station-remotes': stationRemotes,
  '0422-station-troubles-told': stationTroublesTold,
  '0440-former-keys': formerKeys,
  '0441-shares-of-several': sharesOfSeveral,
  '0470-binding-keys': bindingKeys,
  '0471-page-link-holders': pageLinkHolders,
  '0490-stream-drops': streamDrops,
  '0500-days-of-room': daysOfRoom,
  '0515-station-content-times': stationContentTimes,
  '0516-station-nodes': stationNodes,
  '0517-station-proofs': stationProofs,
  '0520-session-places': sessionPlaces,
  '0521-codes-by-asker': codesByAsker,
  '0525-who-named-recipients': whoNamedRecipients,
  '0526-stored-objects': storedObjects,
  '0527-import-turns': importTurns,
  '0528-once-node': onceNode,
  '0530-store-sweep': storeSweep,
}

/** Brings the tables up to date. Throws when a migration fails. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  if (await isUpToDate(db)) return
  // Numbers are given to parts of the service, and a part with a lower number may land later.
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, allowUnorderedMigrations: true })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Whether these migrations were made and no other ones: the migrator, before it says so, has every column of every table told to it. */
async function isUpToDate(db: Kysely<Schema>): Promise<boolean> {
  const names = new Set(Object.keys(migrations))
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    return rows.length === names.size && rows.every(({ name }) => names.has(name))
  } catch {
    // There is no such table yet. Whatever else is wrong, the migrator meets it too, and says so.
    return false
  }
}
