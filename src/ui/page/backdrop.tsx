import classes from './entrance.module.css'

/** Four views of a wall as line drawings: a parking lot, a gate, a shop floor, a warehouse. */
export function Backdrop() {
  return (
    <svg
      className={classes['backdrop']}
      viewBox="0 0 960 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinejoin="round"
    >
      <path d="M0 450h960M480 0v900" strokeWidth="2" />
      <g>
        <path d="M0 168h480M40 168 0 260M120 168 44 430M200 168l-44 262M280 168l-10 262M360 168l22 262M440 168l40 150M0 430h480" />
        <path d="M88 224h46l14 22h18v26H70v-26h8zM98 230l-8 16h52l-12-16zM84 272a9 9 0 1 0 18 0M134 272a9 9 0 1 0 18 0" />
        <path d="M306 296h58l18 28h22v34H284v-34h10zM318 304l-11 20h66l-15-20zM300 358a12 12 0 1 0 24 0M364 358a12 12 0 1 0 24 0" />
        <path d="M24 168V92M24 92h34M58 92v8M420 168v-92M420 76h-34M386 76v8" />
      </g>
      <g transform="translate(480 0)">
        <path d="M0 300h480M60 300V120h84v180M60 150h84M78 168h48v44H78zM144 214h290M144 226h290M200 214l-10 12M250 214l-10 12M300 214l-10 12M350 214l-10 12M400 214l-10 12" />
        <path d="M434 206v94M452 206v94M434 206h18M0 430l140-130M480 430 340 300M240 320v26M240 366v34M240 420v30" />
        <path d="M196 250h88a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8h-88a8 8 0 0 1-8-8v-20a8 8 0 0 1 8-8zM206 262v12M222 262v12M238 262v12M254 262v12M270 262v12" />
      </g>
      <g transform="translate(0 450)">
        <path d="M0 120h480M70 120v210M70 120l-70 46M410 120l70 46M410 120v210M70 180h-70M70 240l-70 20M70 300l-70 58M410 180h70M410 240l70 20M410 300l70 58M70 330h340M70 330 0 420M410 330l70 90" />
        <path d="M130 150h220v150H130zM130 200h220M130 250h220M203 150v150M277 150v150M146 200v-26h16v26M170 200v-18h14v18M220 250v-30h14v30M246 250v-22h18v22M296 200v-28h14v28M318 300v-30h16v30M150 300v-24h22v24" />
        <path d="M226 352a13 13 0 1 1 26 0 13 13 0 0 1-26 0M214 430v-34a25 25 0 0 1 50 0v34" />
      </g>
      <g transform="translate(480 450)">
        <path d="M0 90h480M180 90v170M300 90v170M180 260h120M180 260 40 450M300 260l140 190M0 0l180 90M480 0 300 90M90 45v330M30 15v430M390 45v330M450 15v430M0 150l180-14M0 230l180-46M0 330l180-100M480 150l-180-14M480 230l-180-46M480 330l-180-100" />
        <path d="M212 300h44v54h-44zM256 330h36M256 354h44M222 354a8 8 0 1 0 16 0M244 354a8 8 0 1 0 16 0M270 330v-38h30v38M222 300v-26h30v26" />
      </g>
    </svg>
  )
}
