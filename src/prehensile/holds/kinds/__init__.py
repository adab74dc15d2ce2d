"""What hands hold on to on a wall: six kinds, and any mesh of your own."""
