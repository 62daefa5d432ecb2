# Shows a viewing station on this machine, and starts its browser again whenever that ends or is killed.
#
#   -Url           the address of the screen, such as https://YOUR-SERVICE/user/kiosk
#   -Data          the folder of the browser's data; the permission of the screen is in it
#   -Browser       the browser (default: Chrome, else Edge)
#   -PauseSeconds  seconds between two starts
param(
  [Parameter(Mandatory = $true)] [string] $Url,
  [string] $Data = (Join-Path $env:LOCALAPPDATA 'Station'),
  [string] $Browser = '',
  [int] $PauseSeconds = 2
)
$ErrorActionPreference = 'Stop'

$places = @(
  (Join-Path $env:ProgramFiles 'Google\Chrome\Application\chrome.exe'),
  (Join-Path ${env:ProgramFiles(x86)} 'Google\Chrome\Application\chrome.exe'),
  (Join-Path ${env:ProgramFiles(x86)} 'Microsoft\Edge\Application\msedge.exe'),
  (Join-Path $env:ProgramFiles 'Microsoft\Edge\Application\msedge.exe')
)
if ($Browser -eq '') { $Browser = $places | Where-Object { Test-Path $_ } | Select-Object -First 1 }
if (-not $Browser) { throw 'There is no browser: install Chrome, or name one with -Browser.' }

# Edge's own kiosk mode is InPrivate: it would forget the permission of the screen with each start.
$fill = if ($Browser -like '*msedge.exe') { @("--app=$Url", '--start-fullscreen') } else { @('--kiosk', $Url) }
$flags = $fill + @(
  '--no-first-run', '--no-default-browser-check', '--noerrdialogs', '--disable-session-crashed-bubble',
  '--hide-crash-restore-bubble', '--disable-features=Translate,MemoryCacheStrongReference,OptimizationGuideModelExecution,SpareRendererForSitePerProcess',
  '--enable-features=DisableProcessReuse,LogOnDeviceMetricsOnStartup:on_device_startup_metric_delay/10000d', '--js-flags=--expose-gc',
  '--autoplay-policy=no-user-gesture-required', '--disable-popup-blocking', "`"--user-data-dir=$Data`""
)

while ($true) {
  # A start that fails, as while the browser is being updated, is tried again too.
  try {
    $process = Start-Process -FilePath $Browser -ArgumentList $flags -PassThru
    # `-Wait` would wait for all that the browser has started as well.
    $process.WaitForExit()
    Write-Output "station.ps1: the browser has ended and is started again in $PauseSeconds s"
  } catch {
    Write-Output "station.ps1: the browser does not start and is tried again in $PauseSeconds s: $_"
  }
  Start-Sleep -Seconds $PauseSeconds
}
