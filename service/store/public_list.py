"""TODO service/store/public_list.py."""



PUBLIC_GAMES = "faceoff:public"
