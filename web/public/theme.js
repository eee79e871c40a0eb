// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own: the policy forbids inline scripts.
try {
  const theme = localStorage.getItem('tp-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('tp-rows') === 'compact') document.documentElement.dataset.density = 'compact';
  if (localStorage.getItem('authToken') && localStorage.getItem('user')) document.documentElement.dataset.signedIn = '';
} catch (error) {
  // A browser that forbids storage shows the system's theme.
  console.info('No stored theme', error);
}
