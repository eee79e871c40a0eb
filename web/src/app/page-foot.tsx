import { setRows, setTheme, useRows, useTheme } from '../lib/theme.ts';
import { PublicLink } from '../ui/public-link.tsx';

/** The quiet line under every signed-in page: how things look on this device, and where to read on. */
export function PageFoot() {
  const theme = useTheme();
  const rows = useRows();
  return (
    <div className="tp-foot">
      <label>
        Theme
        <select value={theme} onChange={({ target: { value } }) => setTheme(value === 'light' || value === 'dark' ? value : 'system')}>
          <option value="system">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <label>
        Rows
        <select value={rows} onChange={({ target: { value } }) => setRows(value === 'compact' ? 'compact' : 'comfortable')}>
          <option value="comfortable">Comfortable</option>
          <option value="compact">Compact</option>
        </select>
      </label>
      <PublicLink to="/legal/risk">Risk disclosure</PublicLink>
      <PublicLink to="/help/prices">Help</PublicLink>
    </div>
  );
}
