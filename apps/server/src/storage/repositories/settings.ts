import type { Driver } from '../driver.ts';

export type SettingRepository = ReturnType<typeof createSettingRepository>;

/** Small facts the service keeps about itself, by name. */
export function createSettingRepository({ query }: Driver) {
  return {
    get: async (name: string): Promise<string | undefined> => {
      const [row] = await query('SELECT value FROM settings WHERE name = $1', [name]);
      return row && String(row['value']);
    },
    /** Stores a value unless there is one already; answers whether it was stored. */
    putOnce: async (name: string, value: string): Promise<boolean> => {
      const rows = await query(
        'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name',
        [name, value],
      );
      return rows.length === 1;
    },
  };
}
