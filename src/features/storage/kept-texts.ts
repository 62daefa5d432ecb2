import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { KeptKind } from '../../data/app/storage.ts'

const again = msg`The service still has it: it comes again when you look at it.`

/** What each kind is called, what it is for, and what clearing it costs. */
export const keptTexts: Record<KeptKind, { name: MessageDescriptor; what: MessageDescriptor; loss: MessageDescriptor }> = {
  cameraPictures: {
    name: msg`Last pictures of cameras`,
    what: msg`Shown in a window until its video comes, and while a camera is offline.`,
    loss: msg`Windows stay dark until their video comes. The pictures come again when the cameras are watched.`,
  },
  eventPictures: { name: msg`Pictures of events`, what: msg`Those that you looked at last.`, loss: again },
  snapshots: {
    name: msg`Snapshots`,
    what: msg`The last five that you took.`,
    loss: msg`They are lost for good. Those that the plugin took also lie in its folder, and stay there.`,
  },
  recordings: {
    name: msg`Recordings`,
    what: msg`The last five that you made.`,
    loss: msg`They are lost for good. What you have downloaded stays.`,
  },
  layouts: {
    name: msg`Video wall as you left it`,
    what: msg`Which cameras play in which windows here. Layouts that you saved lie on the service.`,
    loss: msg`The wall starts anew the next time it is opened. Layouts that you saved stay.`,
  },
  lists: { name: msg`Lists and pages`, what: msg`Shown at once, and without a network.`, loss: again },
  downloads: {
    name: msg`Downloads`,
    what: msg`What the browser has downloaded, until you remove it, and the list of the plugin as it told it last.`,
    loss: msg`What the browser has downloaded is lost, but for files that you have saved. The plugin goes on, and tells its list again.`,
  },
  unsent: {
    name: msg`Changes not sent yet`,
    what: msg`They wait for the service, and reach it when it can be reached.`,
    // Said with their number.
    loss: msg`They are lost for good.`,
  },
  drafts: {
    name: msg`Forms half filled in`,
    what: msg`What you typed and did not send, so that you can go on.`,
    loss: msg`What you typed in them is lost for good.`,
  },
  damaged: {
    name: msg`Damaged items`,
    what: msg`They could not be read and were set aside.`,
    loss: msg`Nobody can read them any more. The service was asked for what it still has.`,
  },
  branding: { name: msg`Pictures of the customer`, what: msg`Logo and background.`, loss: again },
  app: {
    name: msg`The app itself`,
    what: msg`So that it opens at once, and without a network.`,
    loss: msg`Do so when parts of the app do not open. It is fetched from the service; nothing of yours is lost.`,
  },
}
