// Who is sitting here: a guest, or a person with an account.

import { shell } from "./words/shell";

export interface Me {
  id: string;
  name: string;
  guest: boolean;
}

class Person {
  known = $state.raw<Me | null>(null);

  get label(): string {
    return this.known && !this.known.guest ? this.known.name : shell("guest");
  }

  async read(): Promise<void> {
    // Filled in with the account page.
  }
}

export const me = new Person();
