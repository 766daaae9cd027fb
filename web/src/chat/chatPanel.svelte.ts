/** Whether the chat beside the board is open. The menu opens and closes it. */
class ChatPanel {
  open = $state(false);

  toggle(): void {
    this.open = !this.open;
  }
}

export const chatPanel = new ChatPanel();
